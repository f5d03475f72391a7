import type { Db } from '../../database/engine/database.ts'
import { recordAuditEntry } from '../../repositories/audit/audit.ts'
import {
  findTrophyPicture,
  setTrophyPicture,
  type TrophyPicture,
} from '../../repositories/history/trophy-picture-store.ts'
import { type AuditContext, changeHistory } from './store.ts'

/** Stores the picture of a league's trophy. */
export interface TrophyStore {
  /** null for a league without a picture. */
  find(leagueId: number): Promise<TrophyPicture | null>
  /** Saves or replaces the picture. Returns the one that it replaced, if any. */
  save(picture: TrophyPicture, context: AuditContext): Promise<TrophyPicture | null>
  /** Changes the alternative text. Returns false if there is no picture. */
  describe(description: string | null, context: AuditContext): Promise<boolean>
  /** Returns the removed picture; null if there was none. */
  remove(context: AuditContext): Promise<TrophyPicture | null>
}

export function trophyStore(db: Db): TrophyStore {
  return {
    find: (leagueId) => findTrophyPicture(db, leagueId),

    save(picture, context) {
      return changeHistory(db, 'pictures', context, async (transaction) => {
        const { leagueId, actor, now } = context
        const replaced = await setTrophyPicture(transaction, leagueId, picture, now)
        const detail = { description: picture.description }
        await recordAuditEntry(transaction, { at: now, actor, action: 'trophy.picture', leagueId, detail })
        return replaced
      })
    },

    describe(description, context) {
      return changeHistory(db, 'pictures', context, async (transaction) => {
        const { leagueId, actor, now } = context
        const stored = await findTrophyPicture(transaction, leagueId)
        if (stored === null) return false
        if (stored.description === description) return true
        await setTrophyPicture(transaction, leagueId, { ...stored, description }, now)
        const action = 'trophy.description'
        await recordAuditEntry(transaction, { at: now, actor, action, leagueId, detail: { description } })
        return true
      })
    },

    remove(context) {
      return changeHistory(db, 'pictures', context, async (transaction) => {
        const { leagueId, actor, now } = context
        const removed = await setTrophyPicture(transaction, leagueId, null, now)
        if (removed === null) return null
        const action = 'trophy.picture_removed'
        await recordAuditEntry(transaction, { at: now, actor, action, leagueId, detail: {} })
        return removed
      })
    },
  }
}
