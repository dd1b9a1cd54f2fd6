import { expect, test } from "vitest";
import { domainsOf } from "./app-domains.ts";
import { domainsInAddress, frameAddress, framePolicy } from "./frame-policy.ts";

const origin = "https://countersign.company.com";

test.each([
  "http://api.example.com",
  "https://10.0.0.1",
  "https://127.0.0.1:3000",
  "https://[::1]",
  "https://localhost",
  "https://printer.local",
  "https://wiki",
  "https://db.internal",
  "https://0x7f.1",
  "https://*",
  "https://*.com",
  "*",
  "data:",
  "'unsafe-eval'",
  "https://a.example.com; script-src *",
  "https://a.example.com/path",
  "https://user@a.example.com",
  "https://A.EXAMPLE.COM",
  "wss://a.example.com",
])("M152: an app does not load from %s", (source) => {
  expect(domainsOf({ resourceDomains: [source] })).toEqual({ connect: [], resources: [], leftOut: [source] });
  const written = new URLSearchParams({ resources: source });
  expect(framePolicy(domainsInAddress(written), [origin])).toContain("script-src 'unsafe-inline';");
});

test("M152: what an app declares is what its frame may reach, and no more", () => {
  const csp = {
    connectDomains: ["https://api.example.com", "wss://*.example.com:8443"],
    resourceDomains: ["https://cdn.example.com"],
    frameDomains: ["https://frames.example.com"],
    baseUriDomains: ["https://base.example.com"],
  };
  const domains = domainsOf(csp);
  expect(domains.leftOut).toEqual(["https://frames.example.com", "https://base.example.com"]);
  const policy = framePolicy(domainsInAddress(new URL(frameAddress(domains), origin).searchParams), [
    origin,
    "http://[::1]:3000",
  ]);
  expect(policy.split("; ")).toEqual([
    "sandbox allow-scripts",
    "default-src 'none'",
    "script-src 'unsafe-inline' https://cdn.example.com",
    "style-src 'unsafe-inline' https://cdn.example.com",
    "img-src data: blob: https://cdn.example.com",
    "media-src data: blob: https://cdn.example.com",
    "font-src data: https://cdn.example.com",
    "connect-src https://api.example.com wss://*.example.com:8443",
    "frame-src 'none'",
    "worker-src 'none'",
    "object-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${origin}`,
  ]);
});

test("M152: nothing declared, something odd declared, and our own address are nothing to reach", () => {
  for (const csp of [undefined, null, "https://a.example.com", { connectDomains: "https://a.example.com" }])
    expect(domainsOf(csp)).toEqual({ connect: [], resources: [], leftOut: [] });
  const many = Array.from({ length: 30 }, (_, at) => `https://a${at}.example.com`);
  expect(domainsOf({ connectDomains: many }).connect).toHaveLength(20);
  const ours = framePolicy({ connect: [origin, "https://*.company.com"], resources: [origin] }, [origin]);
  expect(ours).toContain("connect-src 'none'");
  expect(ours).toContain("script-src 'unsafe-inline';");
});
