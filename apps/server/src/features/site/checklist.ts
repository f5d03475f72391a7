import { getChecklist, hideChecklist } from '@fieldhouse/contract/site'
import { isLoopbackHost } from '@fieldhouse/domain/hosts'
import type { Db } from '../../database/engine/database.ts'
import { operation } from '../../http/operation.ts'
import { readSiteSettings, saveSiteSetting } from '../../repositories/site/site-settings.ts'
import { hasSiteAdmin } from '../accounts/read-site-admin.ts'
import { readLastSuccess } from './reported-job.ts'

export const checklist = [
  operation(getChecklist, async ({ ctx, user: { userId } }) => {
    const { db, address } = ctx
    const league = await findOwnLeague(db, userId)
    if (league === null || (await readSiteSettings(db)).checklist === 'hidden') return { checklist: null }
    const url = address.current()
    const items = [
      { kind: 'invite' as const, is_done: await hasInvited(db, league.id) },
      { kind: 'address' as const, is_done: url !== null && !isLoopbackHost(new URL(url).hostname) },
      { kind: 'mail' as const, is_done: ctx.sendsMail },
      { kind: 'backup' as const, is_done: (await readLastSuccess(db, 'backup')) !== null },
      { kind: 'second_admin' as const, is_done: await hasSiteAdmin(db, userId) },
    ]
    return { checklist: items.every(({ is_done }) => is_done) ? null : { league: league.name, items } }
  }),

  operation(hideChecklist, async ({ ctx }) => {
    await saveSiteSetting(ctx.db, 'checklist', 'hidden')
    return { message: 'The checklist is hidden.' }
  }),
]

async function findOwnLeague(db: Db, userId: number): Promise<{ id: number; name: string } | null> {
  const league = await db
    .selectFrom('memberships')
    .innerJoin('leagues', 'leagues.id', 'memberships.league_id')
    .select(['leagues.id', 'leagues.name'])
    .where('memberships.user_id', '=', userId)
    .where('memberships.role', '=', 'admin')
    .orderBy('leagues.id')
    .executeTakeFirst()
  return league ?? null
}

/** Whether a league has an invite link, or had one: somebody else is a member. */
async function hasInvited(db: Db, leagueId: number): Promise<boolean> {
  const link = await db
    .selectFrom('invite_links')
    .select('id')
    .where('league_id', '=', leagueId)
    .executeTakeFirst()
  if (link !== undefined) return true
  const members = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('league_id', '=', leagueId)
    .limit(2)
    .execute()
  return members.length > 1
}
