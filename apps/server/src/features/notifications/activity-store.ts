import type { BettingWeek } from '@fieldhouse/domain/betslip/betting-week'
import type { AuthoredText } from '@fieldhouse/domain/notifications/notification'
import type { LineupEntry } from '@fieldhouse/domain/rosters/lineup'
import type { Db } from '../../database/engine/database.ts'
import { listUsersByLeague } from '../../repositories/leagues/assignment-reader.ts'
import { loadDisplayNames } from '../../repositories/leagues/display-names.ts'
import { parseLineupRow } from '../../repositories/seasons/archive-rows.ts'

/**
 * A new proposal or comment in a league. `forUserId` is the user to notify; null means every member except
 * the author.
 */
export type FeedActivity = AuthoredText & {
  leagueId: number
  kind: 'proposal' | 'comment'
  authorId: number
  forUserId: number | null
}

type UnnamedActivity = Omit<FeedActivity, 'author'>

/** The lineup of a league member's team in a week. */
export type MemberLineup = { leagueId: number; userId: number; team: string; entries: readonly LineupEntry[] }

/** What members may be notified about, each for many leagues at a time. */
export interface ActivityStore {
  /** Returns the members who have a pick for a week, as `<league id> <user id>`. */
  findPickers(leagueIds: readonly number[], week: BettingWeek): Promise<Set<string>>
  /** Lists the lineups of all members who have a team. */
  listLineups(leagueIds: readonly number[], week: BettingWeek): Promise<MemberLineup[]>
  /** Lists new proposals, then new comments on other users' posts, each oldest first. */
  listFeedActivity(since: Date): Promise<FeedActivity[]>
}

export function activityStore(db: Db): ActivityStore {
  return {
    async findPickers(leagueIds, { season, week }) {
      if (leagueIds.length === 0) return new Set()
      const rows = await db
        .selectFrom('picks')
        .select(['league_id', 'user_id'])
        .where('league_id', 'in', leagueIds)
        .where('season', '=', season)
        .where('week', '=', week)
        .where('text', '!=', '')
        .execute()
      return new Set(rows.map((row) => `${row.league_id} ${row.user_id}`))
    },

    async listLineups(leagueIds, { season, week }) {
      if (leagueIds.length === 0) return []
      const rows = await db
        .selectFrom('lineups')
        .innerJoin('season_teams as team', (join) =>
          join
            .onRef('team.league_id', '=', 'lineups.league_id')
            .onRef('team.season', '=', 'lineups.season')
            .onRef('team.team_id', '=', 'lineups.team_id'),
        )
        .selectAll('lineups')
        .select('team.name')
        .where('lineups.league_id', 'in', leagueIds)
        .where('lineups.season', '=', season)
        .where('lineups.week', '=', week)
        .orderBy('lineups.league_id')
        .orderBy('lineups.team_id')
        .execute()
      const users = await listUsersByLeague(
        db,
        leagueIds.map((leagueId) => ({ leagueId, season })),
      )
      return rows.flatMap((row) => {
        const userId = users.get(row.league_id)?.get(row.team_id)
        if (userId === undefined) return []
        return [{ leagueId: row.league_id, userId, team: row.name, entries: parseLineupRow(row).entries }]
      })
    },

    async listFeedActivity(since) {
      return nameAuthors([...(await listProposals(since)), ...(await listComments(since))])
    },
  }

  async function nameAuthors(activity: readonly UnnamedActivity[]): Promise<FeedActivity[]> {
    const named: FeedActivity[] = []
    for (const [leagueId, ofLeague] of Map.groupBy(activity, (each) => each.leagueId)) {
      const authors = new Set(ofLeague.map(({ authorId }) => authorId))
      const names = await loadDisplayNames(db, leagueId, [...authors])
      named.push(...ofLeague.map((each) => ({ ...each, author: names.get(each.authorId) ?? '' })))
    }
    return named
  }

  async function listProposals(since: Date): Promise<UnnamedActivity[]> {
    const rows = await db
      .selectFrom('feed_items')
      .innerJoin('feed_proposals', 'feed_proposals.item_id', 'feed_items.id')
      .innerJoin('users', 'users.id', 'feed_items.user_id')
      .select(['feed_items.id', 'users.id as author_id'])
      .select(['question as text', 'feed_items.created_at', 'feed_items.league_id'])
      .where('feed_items.type', '=', 'proposal')
      .where('feed_items.created_at', '>', since.getTime())
      .orderBy('feed_items.id')
      .execute()
    return rows.map((row) => ({ ...toFeedActivity(row), kind: 'proposal', forUserId: null }))
  }

  async function listComments(since: Date): Promise<UnnamedActivity[]> {
    const rows = await db
      .selectFrom('post_comments as comment')
      .innerJoin('feed_items as post', 'post.id', 'comment.post_id')
      .select(['comment.id', 'comment.user_id as author_id'])
      .select(['comment.body as text', 'comment.created_at', 'post.league_id'])
      .select('post.user_id as for_user_id')
      .where('comment.created_at', '>', since.getTime())
      .whereRef('post.user_id', '!=', 'comment.user_id')
      .orderBy('comment.id')
      .execute()
    return rows.map((row) => ({ ...toFeedActivity(row), kind: 'comment', forUserId: row.for_user_id }))
  }
}

type FeedActivityRow = { id: number; league_id: number; author_id: number; text: string; created_at: number }

function toFeedActivity(row: FeedActivityRow): Omit<UnnamedActivity, 'kind' | 'forUserId'> {
  return {
    id: row.id,
    leagueId: row.league_id,
    authorId: row.author_id,
    text: row.text,
    at: new Date(row.created_at),
  }
}
