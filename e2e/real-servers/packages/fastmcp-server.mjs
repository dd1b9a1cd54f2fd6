// A server as its author writes one with fastmcp: `fastmcp-server.mjs [port]`, over stdio without a port.
import { FastMCP, imageContent } from "fastmcp";
import { z } from "zod";

const server = new FastMCP({ name: "trips", version: "1.0.0" });
/** One pixel. */
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

server.addTool({
  name: "book",
  description: "Books a table.",
  parameters: z.object({ guests: z.int().positive() }),
  execute: async ({ guests }, { elicit, reportProgress }) => {
    await reportProgress({ progress: 1, total: 2 });
    const answer = await elicit({
      message: "When do you come?",
      requestedSchema: { type: "object", properties: { hour: { type: "integer", minimum: 17 } }, required: ["hour"] },
    });
    return answer.action === "accept"
      ? `Table for ${guests} at ${String(answer.content.hour)}.`
      : `Not booked: ${answer.action}.`;
  },
});
server.addTool({
  name: "picture",
  description: "Draws.",
  execute: () => imageContent({ buffer: Buffer.from(png, "base64") }),
});

const port = Number(process.argv[2] ?? 0);
await server.start(port === 0 ? { transportType: "stdio" } : { transportType: "httpStream", httpStream: { port } });
