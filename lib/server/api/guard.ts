import { randomUUID } from "node:crypto";
import { z } from "zod";
import { bearerOf, callerOf, type Demand } from "./caller.ts";
import { checkOrigin } from "#lib/server/http/check-origin.ts";
import { findNul } from "#lib/server/http/find-nul.ts";
import { problem } from "#lib/server/http/problem.ts";
import { maxBodyBytes, maxOpenBodyBytes, nulProblem, readBody } from "#lib/server/http/read-body.ts";
import { readQuery } from "#lib/server/http/read-query.ts";
import { services } from "./services.ts";
import type { KeyUse } from "#lib/server/people/keys.ts";
import type { Person } from "#lib/server/people/session.ts";
import { isStoreUnavailable } from "#lib/store/engine/store-unavailable.ts";

/** What a handler gets: everything in here has been checked. */
export type GuardedRequest<Body, Query = URLSearchParams> = {
  /** Who asks; from the session alone, never from what a request says of itself (THREATS B9). */
  person: Person;
  /** The key by which a program acts for the person; null in the person's own browser. */
  key: KeyUse | null;
  body: Body;
  /** The dynamic parts of the path. */
  params: Record<string, string>;
  /** Of the address; as it came unless the route has a shape for it. */
  query: Query;
  request: Request;
};

type Route = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;
type Shapes<Body, Query> = { body?: z.ZodType<Body>; query?: z.ZodType<Query> };
type OpenOptions<Body> = Pick<Shapes<Body, never>, "body"> & {
  /** For a page to which another site sends the browser; it is only ever read. */
  arrival?: boolean;
};
type Options<Body, Query> = Shapes<Body, Query> & Demand;

/** What a handler was made with, for whoever describes the API. `open`: without a session. */
export type RouteFacts = Shapes<unknown, unknown> & Demand & { open: boolean; arrival?: boolean };

const mark = Symbol.for("countersign.guarded");

/** Whether `guard` or `guardOpen` made this handler; in whichever bundle it did. */
export function isGuarded(handler: unknown): boolean {
  return typeof handler === "function" && mark in handler;
}

/** What `guard` or `guardOpen` was told of this handler; null when neither made it. */
export function factsOf(handler: unknown): RouteFacts | null {
  // Only `marked` writes it.
  return isGuarded(handler) ? (handler as { [mark]: RouteFacts })[mark] : null;
}

const nothing = z.strictObject({});

/**
 * Wraps a route handler: exact Host, exact Origin, no other site, somebody who may do it, and for POST, PUT and PATCH a JSON body
 * that fits `body` (which should be strict; without one only `{}` fits). Whatever fails answers for itself; an error of
 * the handler becomes 500, or 503 when the store is not available.
 */
export function guard<Body = Record<string, never>, Query = URLSearchParams>(
  { body: shape, query: asked, ...demand }: Options<Body, Query>,
  handler: (guardedRequest: GuardedRequest<Body, Query>) => Promise<Response> | Response,
): Route {
  const answer: Answering = async (request, params) => {
    const known = await callerOf(request, demand);
    if ("refused" in known) return known.refused;
    const search = queryOf(request, asked);
    if ("refused" in search) return search.refused;
    const read = await bodyOf(request, shape, maxBodyBytes);
    if ("refused" in read) return read.refused;
    // A body takes as long as its sender likes: who signed out or lost a right meanwhile is not let in (THREATS B11).
    const still = carriesBody(request) ? await callerOf(request, demand) : known;
    if ("refused" in still) return still.refused;
    return handler({ ...still.caller, body: read.body, params, query: search.query, request });
  };
  const facts = { body: shape, query: asked, ...demand, open: false };
  return marked(answer, facts, (request) => bearerOf(request) !== null);
}

/** As `guard`, but for the few routes that work without a session. Anybody may ask them, so their bodies are small. */
export function guardOpen<Body = Record<string, never>>(
  { body: shape, arrival = false }: OpenOptions<Body>,
  handler: (openRequest: Omit<GuardedRequest<Body>, "person" | "key">) => Promise<Response> | Response,
): Route {
  const answer: Answering = async (request, params) => {
    const read = await bodyOf(request, shape, maxOpenBodyBytes);
    if ("refused" in read) return read.refused;
    return handler({ body: read.body, params, query: new URL(request.url).searchParams, request });
  };
  return marked(answer, { body: shape, open: true, arrival }, () => false);
}

type Loose = Omit<RouteFacts, "body" | "query"> & {
  body?: z.ZodType<unknown> | undefined;
  query?: z.ZodType<unknown> | undefined;
};

type Answering = (request: Request, params: Record<string, string>) => Promise<Response>;

/** `isByKey`: whether the request shows a key, and the handler lets in only those that do or have a session. */
function marked(answer: Answering, { body, query, ...facts }: Loose, isByKey: (request: Request) => boolean): Route {
  const route: Route = async (request, context) => {
    try {
      const params = await context.params;
      const refused =
        checkOrigin(request, services().access, { byKey: isByKey(request), arrival: facts.arrival ?? false }) ??
        checkAddress(request, params);
      const answered = refused ?? released(request, uncached(await answer(request, params)));
      services().refused(request, answered.status);
      return answered;
    } catch (error) {
      return failed(request, error);
    }
  };
  const shapes = { ...(body === undefined ? {} : { body }), ...(query === undefined ? {} : { query }) };
  return Object.assign(route, { [mark]: { ...facts, ...shapes } satisfies RouteFacts });
}

/** Parts of the address are compared with texts in the store. */
function checkAddress(request: Request, params: Record<string, string>): Response | null {
  const said = [...new URL(request.url).searchParams].flat();
  return findNul([params, said]) === null ? null : nulProblem();
}

function queryOf<Query>(request: Request, shape: z.ZodType<Query> | undefined) {
  const search = new URL(request.url).searchParams;
  // What a handler without a shape was typed for.
  return shape ? readQuery(search, shape) : { query: search as Query };
}

async function bodyOf<Body>(request: Request, shape: z.ZodType<Body> | undefined, most: number) {
  // A shape that accepts nothing but {} is what a handler without a shape was typed for.
  const expected = shape ?? (nothing as unknown as z.ZodType<Body>);
  if (carriesBody(request)) return readBody(request, expected, most);
  // Other methods carry no body, so there is nothing that could be wrong with it.
  return { body: {} as Body };
}

function carriesBody({ method }: Request): boolean {
  return ["POST", "PUT", "PATCH"].includes(method);
}

/** The answer of a store may be lost after it did what it was asked for. */
const maybeDone =
  "The store does not answer at the moment. This may or may not have been done: look again before you repeat it.";

function failed(request: Request, error: unknown): Response {
  const id = randomUUID();
  const path = new URL(request.url).pathname;
  const { log } = services();
  log.error("request-failed", { id, method: request.method, path, error });
  if (isStoreUnavailable(error)) {
    const isRead = request.method === "GET" || request.method === "HEAD";
    return problem("unavailable", isRead ? "The store does not answer at the moment. Try again." : maybeDone);
  }
  // The cause stays in the log: messages of errors carry paths and statements (THREATS H4).
  return problem("internal", `Something went wrong here. The log has the details under ${id}.`);
}

function uncached(response: Response): Response {
  if (!response.headers.has("cache-control")) response.headers.set("cache-control", "no-store");
  return response;
}

/**
 * Next reads neither the body of an answer to HEAD nor one whose client has gone, and tells nobody: a stream that was
 * opened for it would stay open for ever (THREATS G7).
 */
function released(request: Request, response: Response): Response {
  const { body } = response;
  if (body === null) return response;
  const cancel = () => {
    if (body.locked) return;
    body.cancel().catch((error: unknown) => services().log.error("body-not-cancelled", { error }));
  };
  if (request.method === "HEAD" || request.signal.aborted) cancel();
  else request.signal.addEventListener("abort", cancel, { once: true });
  return request.method === "HEAD" ? new Response(null, response) : response;
}
