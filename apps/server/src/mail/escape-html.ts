const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * Adds zero-width spaces to a text that a user chose, so that mail programs don't turn a domain or an address
 * in it into a link.
 */
export function withoutAutoLinks(text: string): string {
  return text.replace(/(?<=\S)[.:/@](?=\S)/g, '\u200b$&')
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
