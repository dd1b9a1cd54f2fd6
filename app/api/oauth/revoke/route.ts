import { answerClient } from "../answer-client.ts";

/** Revokes a token. Without its refresh token the client is signed out. */
export const POST = answerClient("OAuth: give a token back", "application/x-www-form-urlencoded");
