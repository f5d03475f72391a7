import { type Points, pointsFromDecimal } from '@fieldhouse/domain/points'
import type { Finding, Member, SeasonTeam } from '@fieldhouse/domain/seasons/season'
import { winPercentage } from '@fieldhouse/domain/seasons/standings'
import { SLEEPER_CDN } from '../../../images/picture-hosts.ts'
import { finding, unknownMember } from '../../findings.ts'
import { normalizeWhitespace } from '../../schemas/fields.ts'
import type { BracketRow, LeagueBody, RosterEntry, UserEntry } from '../schemas/season-bodies.ts'

/** The value of `settings.type` for a "Chopped" league: the lowest score of each week is out. */
const ELIMINATION_TYPE = 3

export function isEliminationLeague({ settings }: LeagueBody): boolean {
  return settings?.type === ELIMINATION_TYPE
}

export type UnrankedTeam = Omit<SeasonTeam, 'playoffSeed' | 'finalRank'>

/** A team of the season. Records and points are the host's totals, which the games may not add up to. */
export function teamOf(
  roster: RosterEntry,
  users: ReadonlyMap<string, UserEntry>,
  league: LeagueBody,
): UnrankedTeam {
  const ownerIds = [...new Set([roster.owner_id, ...(roster.co_owners ?? [])].filter((id) => id != null))]
  const primaryOwner = users.get(roster.owner_id ?? '')
  const { settings } = roster
  const isElimination = isEliminationLeague(league)
  return {
    teamId: roster.roster_id,
    name:
      normalizeWhitespace(primaryOwner?.metadata?.team_name) ||
      normalizeWhitespace(primaryOwner?.display_name) ||
      `Team ${roster.roster_id}`,
    abbrev: '',
    logo: logoOf(primaryOwner),
    // A league that gives up its divisions leaves their numbers in the rosters.
    divisionId: (league.settings?.divisions ?? 0) > 0 ? (settings?.division ?? null) : null,
    record:
      isElimination || settings?.wins == null
        ? null
        : { wins: settings.wins, losses: settings.losses ?? 0, ties: settings.ties ?? 0 },
    pointsFor: totalOf(settings?.fpts, settings?.fpts_decimal),
    pointsAgainst: isElimination ? null : totalOf(settings?.fpts_against, settings?.fpts_against_decimal),
    eliminatedWeek: isElimination && (settings?.eliminated ?? 0) > 0 ? (settings?.eliminated ?? null) : null,
    ownerIds,
    primaryOwnerId: ownerIds[0] ?? null,
  }
}

/** A total is sent in two parts, the second in hundredths. null if the host does not send it. */
function totalOf(whole: number | null | undefined, hundredths: number | null | undefined): Points | null {
  if (whole == null) return null
  return (pointsFromDecimal(whole) + Math.sign(whole || 1) * (hundredths ?? 0)) as Points
}

/** A team's own picture, otherwise its owner's. null for an address on another host. */
function logoOf(user: UserEntry | undefined): string | null {
  const own = normalizeWhitespace(user?.metadata?.avatar)
  if (URL.canParse(own) && new URL(own).origin === SLEEPER_CDN) return new URL(own).href
  const avatar = user?.avatar ?? ''
  return /^[\w-]{4,64}$/.test(avatar) ? `${SLEEPER_CDN}/avatars/thumbs/${avatar}` : null
}

/** The users of the league, and a placeholder for each owner who is none of them. */
export function membersOf(
  users: readonly UserEntry[],
  teams: readonly UnrankedTeam[],
): { members: Member[]; findings: Finding[] } {
  const members = new Map<string, Member>()
  for (const { user_id: memberId, display_name, is_owner } of users) {
    if (memberId == null || members.has(memberId)) continue
    const unknown = unknownMember(memberId)
    const name = normalizeWhitespace(display_name) || unknown.name
    members.set(memberId, { ...unknown, name, isManager: is_owner ?? false })
  }
  const findings: Finding[] = []
  for (const team of teams) {
    for (const memberId of team.ownerIds.filter((id) => !members.has(id))) {
      members.set(memberId, unknownMember(memberId))
      findings.push(finding('unknown_owner', `Sleeper didn't identify an owner of ${team.name}.`))
    }
  }
  return { members: [...members.values()], findings }
}

/**
 * The teams in the order of the standings: by win percentage, points for, and more points against, as the host does,
 * with the winners of divisions first. Teams that the given bracket starts with, and those with a bye before them, come
 * first, because a commissioner can set them.
 */
export function standingsOrder(
  teams: readonly UnrankedTeam[],
  winners: readonly BracketRow[],
): UnrankedTeam[] {
  const ordered = teams.toSorted(byRecord)
  const divisionLeaders = new Set(
    [...new Set(ordered.map(({ divisionId }) => divisionId))]
      .filter((divisionId) => divisionId !== null)
      .map((divisionId) => ordered.find((team) => team.divisionId === divisionId)?.teamId),
  )
  const inRound = (first: boolean) =>
    new Set(winners.filter(({ r }) => (r === 1) === first).flatMap(({ t1, t2 }) => [t1, t2]))
  const [opening, later] = [inRound(true), inRound(false)]
  const tierOf = ({ teamId }: UnrankedTeam) => (opening.has(teamId) ? 1 : later.has(teamId) ? 0 : 2)
  const leads = ({ teamId }: UnrankedTeam) => (divisionLeaders.has(teamId) ? 0 : 1)
  return ordered.toSorted((a, b) => tierOf(a) - tierOf(b) || leads(a) - leads(b) || byRecord(a, b))
}

function byRecord(a: UnrankedTeam, b: UnrankedTeam): number {
  return (
    (winPercentage(b.record) ?? 0) - (winPercentage(a.record) ?? 0) ||
    (b.pointsFor ?? 0) - (a.pointsFor ?? 0) ||
    (b.pointsAgainst ?? 0) - (a.pointsAgainst ?? 0) ||
    a.teamId - b.teamId
  )
}
