import { expect, test } from "vitest";
import { accessOf } from "./access.ts";

test("B5: exactly the loopback names with this port are answered", () => {
  const { hosts, origins, origin } = accessOf({ host: "127.0.0.1", port: 3000, publicOrigin: null });
  expect([...hosts]).toEqual(["127.0.0.1:3000", "localhost:3000", "[::1]:3000"]);
  expect([...origins]).toEqual(["http://127.0.0.1:3000", "http://localhost:3000", "http://[::1]:3000"]);
  expect(origin).toBe("http://127.0.0.1:3000");
});

test("a public address is answered besides the loopback names", () => {
  const { hosts, origins } = accessOf({ host: "127.0.0.1", port: 3000, publicOrigin: "https://sign.example.com" });
  expect(hosts.has("sign.example.com")).toBe(true);
  expect(origins.has("https://sign.example.com")).toBe(true);
  expect(origins.has("http://sign.example.com")).toBe(false);
});

test("an IPv6 address stands in brackets, and port 80 is left out as browsers do", () => {
  expect(accessOf({ host: "::1", port: 3000, publicOrigin: null }).origin).toBe("http://[::1]:3000");
  expect(accessOf({ host: "127.0.0.1", port: 80, publicOrigin: null }).origin).toBe("http://127.0.0.1");
});

test("behind a proxy the session belongs to the port that people see", () => {
  const at = (publicOrigin: string | null) => accessOf({ host: "127.0.0.1", port: 3001, publicOrigin }).sessionPort;
  expect(at(null)).toBe(3001);
  expect(at("https://sign.example.com")).toBe(443);
  expect(at("http://sign.example.com")).toBe(80);
  expect(at("http://127.0.0.1:8080")).toBe(8080);
});
