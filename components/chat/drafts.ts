/**
 * Text that was typed and not sent yet, by chat. It lives as long as the page: a look elsewhere in the app loses
 * nothing, and the next person who signs in sees none of it.
 */
const drafts = new Map<string, string>();

export function messageDraft(chat: string): string {
  return drafts.get(chat) ?? "";
}

export function keepDraft(chat: string, text: string): void {
  if (text.trim() === "") drafts.delete(chat);
  else drafts.set(chat, text);
}

/** Text typed in a new chat while its first message creates it belongs to that chat. */
export function moveDraft(text: string, chat: string): void {
  if (messageDraft("new") === text) drafts.delete("new");
  keepDraft(chat, text);
}
