import type { EditConflicts } from '@fieldhouse/domain/league/edit-conflicts'
import type { Mention } from '@fieldhouse/domain/league/mentions'
import { isEditable } from '@fieldhouse/domain/league/text-edits'
import type { Transaction } from 'kysely'
import type { Db } from '../../../database/engine/database.ts'
import type { Database } from '../../../database/schema/schema.ts'
import { recordAuditEntry } from '../../../repositories/audit/audit.ts'
import { type FeedComment, findComment } from '../comments/comment-read-store.ts'
import { type CommentKey, discussionChange, findDiscussed } from '../comments/discussed-store.ts'
import {
  type Author,
  FeedRejection,
  type ItemChange,
  inFeedTransaction,
  publishItemChange,
  rejectIfHidden,
  requireItem,
} from '../items/item-store.ts'
import { editMentions } from '../mentions/mention-store.ts'
import { linkPost } from '../previews/preview-store.ts'

/** The new text, and the version that the author has read. `mentions` is undefined if the client does not know them. */
export type TextEdit = { text: string; mentions?: readonly Mention[] | undefined; version: number }

/** A text has changed since its author read it, on another device. */
export class EditConflict extends Error {
  override name = 'EditConflict'
  readonly newer: EditConflicts

  constructor(newer: EditConflicts) {
    super('the text has changed since its author read it')
    this.newer = newer
  }
}

/**
 * Edits of texts by their authors, within 15 minutes. They reject with an EditConflict, and with a FeedRejection:
 * `item_not_found`, `not_allowed` for texts of others and imported ones, `edit_closed`, and `mention_not_found`.
 */
export interface EditStore {
  /** `link`: the page to preview; null for none, undefined when previews are turned off. */
  editPost(
    author: Author,
    postId: number,
    edit: TextEdit & { link: string | null | undefined },
    now: Date,
  ): Promise<void>
  /** Returns the comment as it is stored now. */
  editComment(author: Author, comment: CommentKey, edit: TextEdit, now: Date): Promise<FeedComment>
}

export function editStore(db: Db): EditStore {
  return {
    editPost(author, postId, edit, now) {
      const { leagueId } = author
      return inFeedTransaction(db, leagueId, async (transaction) => {
        const item = await requireItem(transaction, leagueId, 'post', postId)
        const { content, version, edited_at } = await transaction
          .selectFrom('feed_posts')
          .select(['content', 'version', 'edited_at'])
          .where('item_id', '=', postId)
          .executeTakeFirstOrThrow()
        authorizeEdit(item, author, now)
        rejectIfHidden(item)
        const stored = { text: content, version, editedAt: edited_at }
        const mentions = await compareMentions(
          transaction,
          leagueId,
          { type: 'item', id: postId },
          stored,
          edit,
        )
        if (!isChange('content', stored, author, edit, mentions)) return
        await transaction
          .updateTable('feed_posts')
          .set({ content: edit.text, version: version + 1, edited_at: now.getTime() })
          .where('item_id', '=', postId)
          .execute()
        await mentions.save(now)
        await recordEdit(transaction, author, { type: 'post', id: postId }, now)
        const hasOtherLink = edit.link !== undefined && (await linkPost(transaction, postId, edit.link, now))
        const fields: ItemChange['fields'] = [
          'content',
          'mentions',
          'edited_at',
          ...(hasOtherLink ? ['preview' as const] : []),
        ]
        await publishItemChange(transaction, leagueId, item, { fields }, now)
      })
    },

    editComment(author, { discussed, id }, edit, now) {
      const { leagueId } = author
      const { type } = discussed
      return inFeedTransaction(db, leagueId, async (transaction) => {
        const itemId = await findDiscussed(transaction, leagueId, discussed)
        const item = await requireItem(transaction, leagueId, type, itemId)
        const comment = await findComment(transaction, itemId, id)
        if (comment === null) throw new FeedRejection('item_not_found')
        authorizeEdit({ ...comment, isImported: comment.importedPersonId !== null }, author, now)
        rejectIfHidden(item)
        rejectIfHidden(comment)
        const stored = { ...comment, text: comment.body, version: comment.textVersion }
        const mentions = await compareMentions(transaction, leagueId, { type: 'comment', id }, stored, edit)
        if (!isChange('body', stored, author, edit, mentions)) return comment
        const edited = {
          ...comment,
          body: edit.text,
          mentions: await mentions.save(now),
          textVersion: comment.textVersion + 1,
          editedAt: now.getTime(),
        }
        await transaction
          .updateTable('post_comments')
          .set({ body: edited.body, version: edited.textVersion, edited_at: edited.editedAt })
          .where('id', '=', id)
          .execute()
        await recordEdit(transaction, author, { type: 'comment', id, [type]: itemId }, now)
        const change = { ...discussionChange(discussed), changed_comment: id }
        await publishItemChange(transaction, leagueId, item, change, now)
        return edited
      })
    },
  }
}

type Written = { userId: number | null; createdAt: number; isImported: boolean }

function authorizeEdit({ userId, createdAt, isImported }: Written, author: Author, now: Date): void {
  if (userId !== author.userId || isImported) throw new FeedRejection('not_allowed')
  if (!isEditable(createdAt, now)) throw new FeedRejection('edit_closed')
}

function compareMentions(
  transaction: Transaction<Database>,
  leagueId: number,
  subject: Parameters<typeof editMentions>[2],
  { text: before }: { text: string },
  { text: after, mentions }: TextEdit,
) {
  return editMentions(transaction, leagueId, subject, { before, after, mentions })
}

/** Whether an edit changes the text or its mentions. Throws an EditConflict if the author has not read what it would replace. */
function isChange(
  field: 'content' | 'body',
  stored: { text: string; version: number; editedAt: number | null },
  { username }: Author,
  { text, version }: TextEdit,
  mentions: { isChange: boolean },
): boolean {
  if (text === stored.text && !mentions.isChange) return false
  if (version === stored.version) return true
  const at = stored.editedAt === null ? null : new Date(stored.editedAt)
  const newer = (value: string | number) => ({ value, by: username, at })
  throw new EditConflict({ [field]: newer(stored.text), version: newer(stored.version) })
}

async function recordEdit(
  transaction: Transaction<Database>,
  author: Author,
  detail: Record<string, string | number>,
  now: Date,
): Promise<void> {
  const { leagueId } = author
  await recordAuditEntry(transaction, { at: now, actor: author, action: 'feed.edit', leagueId, detail })
}
