import { adoptedOption } from '@fieldhouse/domain/league/rules'
import type { Db } from '../../database/engine/database.ts'

type Reader = Pick<Db, 'selectFrom'>

/** Drops the links of sections to proposals that were deleted while the rules were edited. */
export async function withoutDeadLinks<Section extends { proposalId: number | null }>(
  db: Reader,
  sections: readonly Section[],
): Promise<Section[]> {
  const ids = sections.flatMap(({ proposalId }) => proposalId ?? [])
  const rows =
    ids.length === 0
      ? []
      : await db.selectFrom('feed_proposals').select('item_id').where('item_id', 'in', ids).execute()
  const found = new Set(rows.map(({ item_id }) => item_id))
  const linkOf = (id: number | null) => (id !== null && found.has(id) ? id : null)
  return sections.map((section) => ({ ...section, proposalId: linkOf(section.proposalId) }))
}

/** Whether a proposal of the league is closed and one option has won. */
export async function isAdopted(
  db: Reader,
  leagueId: number,
  proposalId: number,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .selectFrom('feed_items')
    .innerJoin('feed_proposals', 'feed_proposals.item_id', 'feed_items.id')
    .innerJoin('proposal_options', 'proposal_options.proposal_id', 'feed_items.id')
    .select([
      'feed_proposals.closes_at as closesAt',
      'proposal_options.text',
      'proposal_options.votes_count as votes',
    ])
    .where('feed_items.id', '=', proposalId)
    .where('feed_items.league_id', '=', leagueId)
    .execute()
  return adoptedOption({ closesAt: rows[0]?.closesAt ?? null, options: rows }, now) !== null
}
