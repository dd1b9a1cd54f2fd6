import { answerClient } from "../answer-client.ts";

/** Registers a client, where the owner allows it (RFC 7591). */
export const POST = answerClient("OAuth: register a client, where the owner allows it", "application/json");
