/** Messages that wait for the run before them to end. */
export type QueuedMessagesTable = {
  chat_id: string;
  id: string;
  text: string;
  created_at: number;
  /** JSON of `AttachedResource[]`; null for none. */
  resources_json: string | null;
};
