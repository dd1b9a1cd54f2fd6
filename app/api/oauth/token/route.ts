import { answerClient } from "../answer-client.ts";

/** Exchanges a code or a refresh token for tokens. */
export const POST = answerClient("OAuth: exchange a code or a refresh token", "application/x-www-form-urlencoded");
