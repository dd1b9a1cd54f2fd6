import { crc32, deflateSync } from "node:zlib";

/** A PNG with stripes that can be counted; `noisy` ones hardly compress, as photographs. */
export function countedPng(width: number, height: number, noisy: boolean): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const line = 1 + width * 3;
  const pixels = Buffer.alloc(line * height);
  let random = 1;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
      const noise = noisy ? random >>> 24 : 0;
      const isStripe = Math.floor(y / 40) % 2 === 0;
      const colour = isStripe ? [40, 90, 150] : [200, 180, 90];
      pixels.set(
        colour.map((shade, at) => (shade + ((noise >> at) & 63)) % 256),
        y * line + 1 + x * 3,
      );
    }
  }
  const end = Buffer.alloc(0);
  const parts = [chunk("IHDR", head), chunk("IDAT", deflateSync(pixels)), chunk("IEND", end)];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...parts]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, sum]);
}

/** A WAV of a tone. */
export function tone(seconds: number, rate = 8_000): Buffer {
  const samples = Buffer.alloc(seconds * rate);
  for (let at = 0; at < samples.length; at += 1)
    samples[at] = 128 + Math.round(60 * Math.sin((at / rate) * 440 * 2 * Math.PI));
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}
