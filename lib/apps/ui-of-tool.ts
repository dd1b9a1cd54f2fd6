import { isJsonObject, type JsonValue } from "#lib/untrusted/json.ts";

/** What a tool says about apps (SEP-1865): which one shows its results, and who sees the tool at all. */
export type UiOfTool = {
  /** The address of the app; null where there is none. */
  resource: string | null;
  forModel: boolean;
  forApp: boolean;
};

/** Longer ones are no app of ours: people review them by name. */
const longestAddress = 128;
/** The key of an older draft. */
const olderKey = "ui/resourceUri";

/** Reads the `_meta` of a tool. Where it says nothing, models and apps see it. */
export function uiOfTool(meta: JsonValue | undefined): UiOfTool {
  const said = isJsonObject(meta) ? meta : {};
  const ui = isJsonObject(said["ui"]) ? said["ui"] : {};
  const { visibility } = ui;
  const isFor = (who: string) => !Array.isArray(visibility) || visibility.includes(who);
  const uri = ui["resourceUri"] ?? said[olderKey];
  return {
    resource: typeof uri === "string" && isAppName(uri) && uri.length <= longestAddress ? uri : null,
    forModel: isFor("model"),
    forApp: isFor("app"),
  };
}

/** Whether it is the address of an app, under which the app is reviewed. No tool is called so. */
export function isAppName(name: string): boolean {
  return /^ui:\/\/[\x21-\x7e]+$/.test(name);
}
