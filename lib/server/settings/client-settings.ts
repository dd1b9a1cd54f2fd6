import { z } from "zod";
import { issuerOrIssue } from "./team-settings.ts";

/** How MCP clients sign in, besides by keys. */
export type ClientSettings =
  | { by: "keys" }
  /** Here. `register`: clients may introduce themselves, besides those that are known by the address of their document. */
  | { by: "here"; register: boolean }
  /** At an issuer of the operator's. `audience` is what its tokens for this instance are made for; null: our address. */
  | { by: "issuer"; issuer: string; audience: string | null };

/** The variables of it, a part of the environment's shape. */
export const clientShape = {
  CLIENT_SIGN_IN: z.enum(["off", "on", "register"], "is none of off, on, register").default("off"),
  CLIENT_ISSUER: z.string().transform(issuerOrIssue).optional(),
  CLIENT_AUDIENCE: z.string().max(500, "is longer than 500 characters").optional(),
};

type Given = z.output<z.ZodObject<typeof clientShape>>;

export function clientSettingsOf({ CLIENT_SIGN_IN, CLIENT_ISSUER, CLIENT_AUDIENCE }: Given): ClientSettings {
  if (CLIENT_ISSUER !== undefined) return { by: "issuer", issuer: CLIENT_ISSUER, audience: CLIENT_AUDIENCE ?? null };
  return CLIENT_SIGN_IN === "off" ? { by: "keys" } : { by: "here", register: CLIENT_SIGN_IN === "register" };
}

/** What is wrong with the combination of variables, as [variable, what]; null when nothing is. */
export function clientProblem(given: Given & { AUTH: "local" | "team" }): [name: string, message: string] | null {
  if (given.CLIENT_ISSUER === undefined) {
    return given.CLIENT_AUDIENCE === undefined ? null : ["CLIENT_AUDIENCE", "says nothing without CLIENT_ISSUER"];
  }
  if (given.AUTH !== "team") return ["CLIENT_ISSUER", "names people, of whom there are some with AUTH=team only"];
  return given.CLIENT_SIGN_IN === "off" ? null : ["CLIENT_ISSUER", "goes with CLIENT_SIGN_IN=off only; choose one"];
}
