import { createHash } from "node:crypto";
import { z } from "zod";
import { everyRoute, type RegisteredRoute } from "./every-route.ts";
import { type Description, routeFacts, type RouteFacts } from "./guard.ts";
import { replies, type Reply, type ReplyName } from "./replies.ts";

type Json = Record<string, unknown>;

const about = `Countersign puts consequential tool calls to a person before they run. Programs use this API with a key
from Settings, in \`Authorization: Bearer\`. Every refusal is \`application/problem+json\`.`;

type Written = { json: string; etag: string };

/** The API as OpenAPI 3.1, for programs. Written at the first question, and kept, for it costs to write. */
export function documentOf(find: () => Promise<readonly RegisteredRoute[]> = everyRoute): () => Promise<Written> {
  let written: Promise<Written> | null = null;
  const write = async () => {
    const json = JSON.stringify(openApiDocument(await find()));
    return { json, etag: `"${createHash("sha256").update(json).digest("base64url")}"` };
  };
  return () =>
    (written ??= write().catch((error: unknown) => {
      written = null;
      throw error;
    }));
}

export const writtenDocument = documentOf();

/** From the shapes that the handlers check by and answer with. */
function openApiDocument(routes: readonly RegisteredRoute[]): Json {
  const paths: Record<string, Json> = {};
  for (const { path, method, handler } of routes) {
    const facts = routeFacts(handler);
    if (isDescribed(facts))
      paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(path, method.toLowerCase(), facts) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Countersign", version: "1", description: about.replaceAll("\n", " "), license: { name: "MIT" } },
    servers: [{ url: "/" }],
    paths,
    components: { schemas: componentSchemas(), securitySchemes: { key: { type: "http", scheme: "bearer" } } },
  };
}

function isDescribed(facts: RouteFacts | null): facts is RouteFacts & Description {
  return facts?.summary !== undefined;
}

function operationOf(path: string, method: string, facts: RouteFacts & Description): Json {
  const { body, query, scope, open, summary, replies: answers, sends } = facts;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    return { name, in: "path", required: true, schema: { type: "string" } };
  });
  const shape = body ? schemaOf(body) : { type: "object", additionalProperties: false };
  const content = sends === undefined ? { "application/json": { schema: shape } } : { [sends]: { schema: {} } };
  return {
    operationId: `${method}${path.replace(/(?<!\W)\W+(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/\W/g, "")}`,
    summary,
    ...(scope === undefined ? {} : { description: `A key needs the scope \`${scope}\`.` }),
    security: open ? [] : [{ key: [] }],
    parameters: [...inPath, ...(query ? parametersOf(query) : [])],
    ...(method === "post" || method === "put" || method === "patch"
      ? { requestBody: { required: true, content } }
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
