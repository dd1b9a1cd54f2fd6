import { answerClient } from "../answer-client.ts";

/** Takes back a token; with a refresh token its client is out. */
export const POST = answerClient("OAuth: give a token back", "application/x-www-form-urlencoded");
