import { z } from "zod";
import type { RouteFacts } from "./guard.ts";
import { replies, type ReplyName } from "./replies.ts";

/** What a route answers: JSON of a known shape, or bytes of some type. */
export type Reply = { says: string } & ({ json: ReplyName } | { type: string } | { empty: true } | { refusal: true });

export type DescribedRoute = {
  /** With its dynamic parts in braces, as in OpenAPI. */
  path: string;
  method: "get" | "post" | "put" | "patch" | "delete";
  summary: string;
  replies: Record<number, Reply>;
  /** The facts of its handler, with the shapes that it checks by. */
  facts: RouteFacts;
};

type Json = Record<string, unknown>;

const about = `Countersign puts consequential tool calls to a person before they run. Programs use this API with a key
from Settings, in \`Authorization: Bearer\`. Every refusal is \`application/problem+json\`.`;

/** The API as OpenAPI 3.1, made from the shapes that the handlers check by and answer with. */
export function openApiDocument(routes: readonly DescribedRoute[]): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) paths[route.path] = { ...paths[route.path], [route.method]: operationOf(route) };
  return {
    openapi: "3.1.0",
    info: { title: "Countersign", version: "1", description: about.replaceAll("\n", " "), license: { name: "MIT" } },
    servers: [{ url: "/" }],
    paths,
    components: { schemas: componentSchemas(), securitySchemes: { key: { type: "http", scheme: "bearer" } } },
  };
}

function operationOf({ path, method, summary, replies: answers, facts }: DescribedRoute): Json {
  const { body, query, scope, open } = facts;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    return { name, in: "path", required: true, schema: { type: "string" } };
  });
  const content = body ? schemaOf(body) : { type: "object", additionalProperties: false };
  return {
    operationId: `${method}${path.replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/\W/g, "")}`,
    summary,
    ...(scope === undefined ? {} : { description: `A key needs the scope \`${scope}\`.` }),
    security: open ? [] : [{ key: [] }],
    parameters: [...inPath, ...(query ? parametersOf(query) : [])],
    ...(method === "post" || method === "put" || method === "patch"
      ? { requestBody: { required: true, content: { "application/json": { schema: content } } } }
      : {}),
    responses: {
      ...Object.fromEntries(Object.entries(answers).map(([status, reply]) => [status, responseOf(reply)])),
      default: responseOf({ says: "Refused, or failed", refusal: true }),
    },
  };
}

function responseOf(reply: Reply): Json {
  if ("empty" in reply) return { description: reply.says };
  if ("refusal" in reply) return responseWith(reply.says, "application/problem+json", referenceTo("Problem"));
  if ("json" in reply) return responseWith(reply.says, "application/json", referenceTo(reply.json));
  return responseWith(reply.says, reply.type, { type: "string" });
}

function referenceTo(name: ReplyName): Json {
  return { $ref: `#/components/schemas/${name}` };
}

function responseWith(description: string, type: string, schema: Json): Json {
  return { description, content: { [type]: { schema } } };
}

function parametersOf(query: z.ZodType): Json[] {
  const { properties = {}, required = [] } = schemaOf(query) as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, schema]) => {
    return { name, in: "query", required: required.includes(name), schema };
  });
}

function schemaOf(shape: z.ZodType): Json {
  // "any": where zod has no JSON Schema, as for a check in code, `meta` gives the shape.
  const { $schema: _dialect, ...schema } = z.toJSONSchema(shape, { io: "input", unrepresentable: "any" });
  return schema;
}

function componentSchemas(): Json {
  return Object.fromEntries(Object.entries(replies).map(([name, shape]) => [name, schemaOf(shape)]));
}
