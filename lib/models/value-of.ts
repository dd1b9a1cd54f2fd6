import type { Variables } from "./provider.ts";

/** A variable without spaces around it; null when it is not set or empty. */
export function valueOf(variables: Variables, name: string): string | null {
  return variables[name]?.trim() || null;
}
