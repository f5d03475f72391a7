import { type Mention, shiftRanges, targetKey } from '@fieldhouse/domain/league/mentions'
import { isEditable } from '@fieldhouse/domain/league/text-links'
import type { DbTransaction } from '../../../database/engine/database.ts'
import { ApiError } from '../../../http/errors/api-error.ts'
import type { FeedUser, StoredItem, Subject } from '../items/item-store.ts'
import { listMentions, type StoredMention, saveMentions } from '../mentions/mention-store.ts'

// Edits of posts and comments by their authors, within 15 minutes.

/** The new text, and the version that the author has read. `mentions` is undefined if the client does not know them. */
export type TextEdit = { text: string; mentions?: readonly Mention[] | undefined; version: number }

/** Rejects with `not_allowed` for texts of others and imported ones, and with `edit_closed`. */
export function authorizeEdit(
  written: Pick<StoredItem, 'user_id' | 'created_at' | 'imported_person_id'>,
  author: FeedUser,
): void {
  const isImported = written.imported_person_id !== null
  if (written.user_id !== author.userId || isImported) throw new ApiError('not_allowed')
  if (!isEditable(written.created_at, author.now)) throw new ApiError('edit_closed')
}

type StoredText = {
  subject: Subject
  field: 'content' | 'body'
  text: string
  version: number
  edited_at: number | null
}

/**
 * Returns what saves the mentions of the new text, and rejects like `saveMentions`; null if the edit changes
 * neither the text nor its mentions. Rejects with `edit_conflict` if the author has not read what it would replace,
 * because it was edited on another device. Without known mentions, those in the unchanged parts of the text stay.
 */
export async function prepareEdit(
  transaction: DbTransaction,
  author: FeedUser,
  { subject, field, text: before, version: storedVersion, edited_at }: StoredText,
  { text: after, mentions, version }: TextEdit,
): Promise<(() => Promise<StoredMention[]>) | null> {
  const stored = await listMentions(transaction, subject)
  const next: readonly Mention[] = mentions ?? shiftRanges(stored, before, after)
  const keyOf = (mention: Mention) => `${mention.start} ${mention.length} ${targetKey(mention)}`
  const storedKeys = new Set(stored.map(keyOf))
  const hasSame = next.length === stored.length && next.every((mention) => storedKeys.has(keyOf(mention)))
  if (after === before && hasSame) return null
  if (version === storedVersion) return () => saveMentions(transaction, author, subject, next, stored)
  const at = edited_at === null ? null : new Date(edited_at)
  const newer = (value: string | number) => ({ value, by: author.username, at })
  throw new ApiError('edit_conflict', {
    newer: { [field]: newer(before), version: newer(storedVersion) },
  })
}
