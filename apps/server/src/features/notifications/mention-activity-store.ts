import { mentionNotification } from '@fieldhouse/domain/notifications/activity-notifications'
import type { Db } from '../../database/engine/database.ts'
import { listTeamUsers } from '../../repositories/leagues/assignment-reader.ts'
import { nounOf } from '../../repositories/leagues/posted-nouns.ts'
import { findSeason } from '../../repositories/season-documents/stored-seasons.ts'
import { type Activity, listMutes, loadNames } from './activity-store.ts'

/** Who was mentioned where. */
export interface MentionActivityStore {
  /**
   * Lists new mentions in posts, proposals and comments, for the members who were mentioned and those who manage the
   * teams that were.
   */
  listMentionActivity(since: Date): Promise<Activity[]>
}

/** A text with one of its mentions. `comment_id` is null for the text of an item itself. */
type MentionRow = {
  item_id: number
  comment_id: number | null
  league_id: number
  type: 'post' | 'proposal' | 'media' | 'trade'
  kind: 'image' | 'video' | null
  author_id: number
  text: string | null
  trade_season: number | null
  trade_id: string | null
  user_id: number | null
  season: number | null
  team_id: number | null
  created_at: number
}

export function mentionActivityStore(db: Db): MentionActivityStore {
  return {
    async listMentionActivity(since) {
      const rows = [...(await listInItems(since)), ...(await listInComments(since))]
      if (rows.length === 0) return []
      const nameOf = await loadNames(
        db,
        rows.map((row) => [row.league_id, row.author_id]),
      )
      const managers = await loadManagers(rows)
      const mutes = new Map<number, Set<string>>()
      for (const { league_id } of rows)
        if (!mutes.has(league_id)) mutes.set(league_id, await listMutes(db, league_id))
      // The last one of several about a text counts: one of the person says more than one of their team.
      const inOrder = rows.toSorted((a, b) => Number(a.team_id === null) - Number(b.team_id === null))
      return inOrder.flatMap((row): Activity[] => {
        const { league_id: leagueId, comment_id: commentId, author_id: authorId, team_id: teamId } = row
        const team = teamId === null ? null : managers.get(teamKey(row))
        const userId = team === null ? row.user_id : (team?.userId ?? null)
        if (userId === null || userId === authorId) return []
        if (mutes.get(leagueId)?.has(`${userId} ${authorId}`) === true) return []
        const mention = {
          author: nameOf(leagueId, authorId),
          text: row.text ?? '',
          on: toCommented(row),
          commentId,
          team: team?.name ?? null,
          at: new Date(row.created_at),
        }
        return [
          {
            leagueId,
            isFor: (member) => member.userId === userId,
            text: commentId === null ? `item ${row.item_id}` : `comment ${commentId}`,
            toNotification: (league) => mentionNotification(mention, league),
          },
        ]
      })
    },
  }

  function listInItems(since: Date): Promise<MentionRow[]> {
    return db
      .selectFrom('item_mentions as mention')
      .innerJoin('feed_items as item', 'item.id', 'mention.item_id')
      .leftJoin('feed_posts as post', 'post.item_id', 'item.id')
      .leftJoin('feed_proposals as proposal', 'proposal.item_id', 'item.id')
      .select(['item.id as item_id', 'item.league_id', 'item.type', 'item.user_id as author_id'])
      .select((eb) => eb.fn.coalesce('post.content', 'proposal.question').as('text'))
      .select((eb) => [
        eb.val(null).as('comment_id'),
        eb.val(null).as('kind'),
        eb.val(null).as('trade_season'),
        eb.val(null).as('trade_id'),
      ])
      .select(['mention.user_id', 'mention.season', 'mention.team_id', 'mention.created_at'])
      .where('mention.created_at', '>', since.getTime())
      .where('item.user_id', 'is not', null)
      .where('item.hidden_at', 'is', null)
      .$narrowType<{ author_id: number }>()
      .orderBy('item.id')
      .orderBy('mention.start')
      .execute()
  }

  function listInComments(since: Date): Promise<MentionRow[]> {
    return db
      .selectFrom('comment_mentions as mention')
      .innerJoin('post_comments as comment', 'comment.id', 'mention.comment_id')
      .innerJoin('feed_items as item', 'item.id', 'comment.post_id')
      .leftJoin('feed_media as media', 'media.item_id', 'item.id')
      .leftJoin('feed_trades as trade', 'trade.item_id', 'item.id')
      .select(['comment.id as comment_id', 'comment.user_id as author_id', 'comment.body as text'])
      .select(['item.id as item_id', 'item.league_id', 'item.type', 'media.kind'])
      .select(['trade.season as trade_season', 'trade.trade_id'])
      .select(['mention.user_id', 'mention.season', 'mention.team_id', 'mention.created_at'])
      .where('mention.created_at', '>', since.getTime())
      .where('comment.hidden_at', 'is', null)
      .where('item.hidden_at', 'is', null)
      .orderBy('comment.id')
      .orderBy('mention.start')
      .execute()
  }

  /** The names of the mentioned teams, and who manages them. */
  async function loadManagers(rows: readonly MentionRow[]) {
    const managers = new Map<string, { name: string; userId: number | null }>()
    const ofTeams = rows.filter(({ team_id }) => team_id !== null)
    for (const [{ league_id: leagueId, season }] of Map.groupBy(ofTeams, seasonKey).values() as Iterable<
      [MentionRow]
    >) {
      if (season === null) continue
      const users = await listTeamUsers(db, leagueId, season)
      for (const { teamId, name } of (await findSeason(db, leagueId, season))?.teams ?? [])
        managers.set(teamKey({ league_id: leagueId, season, team_id: teamId }), {
          name,
          userId: users.get(teamId) ?? null,
        })
    }
    return managers
  }
}

type MentionedTeam = Pick<MentionRow, 'league_id' | 'season' | 'team_id'>

const seasonKey = ({ league_id, season }: MentionedTeam) => `${league_id} ${season}`
const teamKey = ({ team_id, ...season }: MentionedTeam) => `${seasonKey({ ...season, team_id })} ${team_id}`

function toCommented(row: MentionRow) {
  return row.trade_season === null || row.trade_id === null
    ? ({ noun: nounOf(row), id: row.item_id } as const)
    : ({ noun: 'trade', season: row.trade_season, transaction: row.trade_id } as const)
}
