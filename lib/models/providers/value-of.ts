import type { Variables } from "./provider.ts";

/** Whether Node itself reaches the web by the proxy of the environment. */
export function viaProxyBy(variables: Variables): boolean {
  return valueOf(variables, "NODE_USE_ENV_PROXY") === "1";
}

/** A variable without spaces around it; null when it is not set or empty. */
export function valueOf(variables: Variables, name: string): string | null {
  return variables[name]?.trim() || null;
}
