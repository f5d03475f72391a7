import type { Mentions } from '@fieldhouse/contract/feed-items'
import type { getMentionables } from '@fieldhouse/contract/mentions'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { DisplayNames } from '../../../repositories/leagues/display-names.ts'
import type { LeagueTeam } from '../../../repositories/seasons/team-reader.ts'
import type { StoredMention } from './mention-store.ts'

type Mentionables = ResponseOf<typeof getMentionables>

export function presentMentionables(
  userIds: readonly number[],
  names: DisplayNames,
  teams: readonly LeagueTeam[],
): Mentionables {
  const teamOf = new Map(teams.map((team) => [team.assignment?.userId, team.teamId]))
  return {
    members: userIds
      .map((id) => ({ id, name: names.get(id) ?? '', team_id: teamOf.get(id) ?? null }))
      .sort(byName),
    teams: teams
      .map(({ teamId, name, abbrev, logo, color }) => ({ id: teamId, name, abbrev, logo, color }))
      .sort(byName),
  }
}

/**
 * The field of a text with mentions; no field without any. Those of people who are not members any more are left out.
 * @param members the user IDs of all members
 */
export function presentMentions(
  mentions: readonly StoredMention[],
  names: DisplayNames,
  members: ReadonlySet<number>,
): { mentions?: Mentions } {
  const presented = mentions.flatMap(({ kind, id, start, length, season }): Mentions => {
    if (kind === 'team') return season === null ? [] : [{ kind, id, season, start, length }]
    const name = names.get(id)
    return name === undefined || !members.has(id) ? [] : [{ kind, id, name, start, length }]
  })
  return presented.length === 0 ? {} : { mentions: presented }
}

function byName(a: { name: string }, b: { name: string }): number {
  return a.name.localeCompare(b.name, 'en')
}
