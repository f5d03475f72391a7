import { hasMatchups, type ScoringFormat } from '@fieldhouse/domain/seasons/scoring-format'
import type { Finding, Member, SeasonTeam, TradeBlockStatus } from '@fieldhouse/domain/seasons/season'
import { finding, unknownMember } from '../../findings.ts'
import { isFirst, normalizeWhitespace, pointsOf } from '../../schemas/fields.ts'
import type { MemberEntry, TeamEntry } from '../schemas/bodies.ts'

/** `memberIds` are the accounts of the league's members; empty if the response did not contain them. */
export function teamOf(entry: TeamEntry, format: ScoringFormat, memberIds: ReadonlySet<string>): SeasonTeam {
  const overall = entry.record?.overall
  return {
    teamId: entry.id,
    name: teamNameOf(entry),
    abbrev: normalizeWhitespace(entry.abbrev),
    logo: toWebUrl(entry.logo),
    divisionId: entry.divisionId ?? null,
    record:
      overall?.wins == null || format === 'elimination'
        ? null
        : { wins: overall.wins, losses: overall.losses ?? 0, ties: overall.ties ?? 0 },
    // Without games, the record has no points.
    pointsFor: pointsOf((hasMatchups(format) ? null : entry.points) ?? overall?.pointsFor),
    pointsAgainst: format === 'elimination' ? null : pointsOf(overall?.pointsAgainst),
    playoffSeed: rankOf(entry.playoffSeed),
    finalRank: rankOf(entry.rankCalculatedFinal),
    ...ownersOf(entry, memberIds),
    ...tradeBlockOf(entry),
  }
}

const BLOCK_STATUSES: Readonly<Record<string, TradeBlockStatus>> = {
  ON_THE_BLOCK: 'offered',
  UNTOUCHABLE: 'untouchable',
}

/** More than any roster has. */
const MAX_BLOCK = 100

function tradeBlockOf({ tradeBlock }: TeamEntry): Pick<SeasonTeam, 'tradeBlock'> {
  const known = Object.entries(tradeBlock?.players ?? {}).flatMap(([id, text]) => {
    const status = BLOCK_STATUSES[text ?? '']
    return status === undefined || !/^-?\d{1,10}$/.test(id) ? [] : [[id, status] as const]
  })
  return known.length === 0 ? {} : { tradeBlock: Object.fromEntries(known.slice(0, MAX_BLOCK)) }
}

/** Which name fields a body has depends on when it was requested, not on the season. */
export function teamNameOf({ id, name, location, nickname }: TeamEntry): string {
  return (
    normalizeWhitespace(name) || normalizeWhitespace(`${location ?? ''} ${nickname ?? ''}`) || `Team ${id}`
  )
}

/**
 * The primary owner comes first, then the others by account ID, since ESPN's order changes between seasons. A primary
 * owner can have left the league: the first owner who is a member comes before one who is not.
 */
function ownersOf(
  { owners, primaryOwner }: TeamEntry,
  memberIds: ReadonlySet<string>,
): Pick<SeasonTeam, 'ownerIds' | 'primaryOwnerId'> {
  const listed = [...new Set(owners)].sort()
  const candidates = primaryOwner ? [primaryOwner, ...listed] : listed
  const first = candidates.find((id) => memberIds.has(id)) ?? candidates[0]
  const ownerIds = first === undefined ? [] : [first, ...listed.filter((id) => id !== first)]
  return { ownerIds, primaryOwnerId: ownerIds[0] ?? null }
}

/** ESPN sends 0 before there is a rank. */
function rankOf(rank: number | null | undefined): number | null {
  return rank && rank > 0 ? rank : null
}

function toWebUrl(text: string | null | undefined): string | null {
  const url = normalizeWhitespace(text)
  return /^https?:/i.test(url) && URL.canParse(url) ? url : null
}

/** Returns a placeholder member for each owner who is missing from the members, and a finding per team. */
export function unknownOwners(
  teams: readonly SeasonTeam[],
  memberIds: ReadonlySet<string>,
): { members: Member[]; findings: Finding[] } {
  const unknown = teams.flatMap(({ name, ownerIds }) =>
    ownerIds.filter((id) => !memberIds.has(id)).map((ownerId) => ({ name, ownerId })),
  )
  return {
    members: [...new Set(unknown.map(({ ownerId }) => ownerId))].map(unknownMember),
    findings: unknown.map(({ name }) =>
      finding('unknown_owner', `ESPN didn't identify an owner of ${name}.`),
    ),
  }
}

/** Returns the members of a season, each account once. */
export function membersOf(entries: readonly MemberEntry[]): Member[] {
  return entries.filter(isFirst(({ id }) => id)).map(memberOf)
}

function memberOf({
  id,
  firstName,
  lastName,
  displayName,
  isLeagueManager,
  isLeagueCreator,
}: MemberEntry): Member {
  const name = normalizeWhitespace(`${firstName ?? ''} ${lastName ?? ''}`) || normalizeWhitespace(displayName)
  const flags = { isManager: isLeagueManager ?? false, isCreator: isLeagueCreator ?? false }
  return { ...unknownMember(id), ...flags, ...(name === '' ? {} : { name }) }
}

/** Reports missing commissioner flags, which only some views contain. A flag may be false for every member. */
export function missingCommissionerFindings(entries: readonly MemberEntry[]): Finding[] {
  const hasFlags = entries.some((entry) => entry.isLeagueManager != null || entry.isLeagueCreator != null)
  return hasFlags ? [] : [finding('commissioner_unknown', "ESPN didn't say who the commissioner is.")]
}
