import { expect, test } from "vitest";
import { uiOfTool } from "./ui-of-tool.ts";

test("M150: a tool names its app by the key of the extension, or that of an older draft; others have none", () => {
  expect(uiOfTool({ ui: { resourceUri: "ui://shop/order" } }).resource).toBe("ui://shop/order");
  expect(uiOfTool({ "ui/resourceUri": "ui://shop/order" }).resource).toBe("ui://shop/order");
  for (const meta of [undefined, null, {}, { ui: null }, { ui: { resourceUri: "https://shop.example.com" } }])
    expect(uiOfTool(meta)).toEqual({ resource: null, forModel: true, forApp: true });
  expect(uiOfTool({ ui: { resourceUri: `ui://${"x".repeat(200)}` } }).resource).toBeNull();
  expect(uiOfTool({ ui: { resourceUri: "ui://a b" } }).resource).toBeNull();
});

test("M154: a tool is for models and apps, unless it says for whom", () => {
  const seen = (visibility: string[]) => uiOfTool({ ui: { visibility } });
  expect(seen(["app"])).toMatchObject({ forModel: false, forApp: true });
  expect(seen(["model"])).toMatchObject({ forModel: true, forApp: false });
  expect(seen([])).toMatchObject({ forModel: false, forApp: false });
});
