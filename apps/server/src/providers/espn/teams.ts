import { type Points, pointsFromDecimal, ZERO_POINTS } from '@fieldhouse/domain/points'
import type { Finding, Member, SeasonTeam } from '@fieldhouse/domain/season'
import type { TeamEntry } from './bodies.ts'
import { unknownMember } from './members.ts'
import { normalizeWhitespace } from './normalize-whitespace.ts'

export function teamOf(entry: TeamEntry): SeasonTeam {
  const overall = entry.record?.overall
  return {
    teamId: entry.id,
    name: teamNameOf(entry),
    abbrev: normalizeWhitespace(entry.abbrev),
    logo: toWebUrl(entry.logo),
    divisionId: entry.divisionId ?? null,
    record: { wins: overall?.wins ?? 0, losses: overall?.losses ?? 0, ties: overall?.ties ?? 0 },
    pointsFor: pointsOf(overall?.pointsFor),
    pointsAgainst: pointsOf(overall?.pointsAgainst),
    playoffSeed: rankOf(entry.playoffSeed),
    finalRank: rankOf(entry.rankCalculatedFinal),
    ...ownersOf(entry),
  }
}

/** Which of the name fields a body has depends on when it was asked for, not on the season. */
function teamNameOf({ id, name, location, nickname }: TeamEntry): string {
  return (
    normalizeWhitespace(name) || normalizeWhitespace(`${location ?? ''} ${nickname ?? ''}`) || `Team ${id}`
  )
}

/** The primary owner first, the others by account id: the provider's order changes between seasons. */
function ownersOf(entry: TeamEntry): Pick<SeasonTeam, 'ownerIds' | 'primaryOwnerId'> {
  const others = [...new Set(entry.owners)].filter((id) => id !== entry.primaryOwner).sort()
  const ownerIds = entry.primaryOwner ? [entry.primaryOwner, ...others] : others
  return { ownerIds, primaryOwnerId: ownerIds[0] ?? null }
}

/** 0 means that there is no rank yet. */
function rankOf(rank: number | null | undefined): number | null {
  return rank && rank > 0 ? rank : null
}

function pointsOf(score: number | null | undefined): Points {
  return score == null ? ZERO_POINTS : pointsFromDecimal(score)
}

function toWebUrl(text: string | null | undefined): string | null {
  const address = normalizeWhitespace(text)
  return /^https?:/i.test(address) && URL.canParse(address) ? address : null
}

/** Teams without a record in the body: their zeros are not a standing. */
export function missingRecordFindings(entries: readonly TeamEntry[]): Finding[] {
  const without = entries.filter((entry) => entry.record?.overall?.wins == null)
  if (without.length === 0) return []
  const names = without.map(teamNameOf).join(', ')
  return [
    { code: 'missing_record', detail: `The provider gave no record for ${names}.`, week: null, gameId: null },
  ]
}

/** A member for each owner whom the provider does not describe, and a finding for each. */
export function unknownOwners(
  teams: readonly SeasonTeam[],
  members: readonly Member[],
): { members: Member[]; findings: Finding[] } {
  const known = new Set(members.map((member) => member.memberId))
  const added = new Map<string, Member>()
  const findings: Finding[] = []
  for (const team of teams) {
    for (const ownerId of team.ownerIds.filter((id) => !known.has(id))) {
      added.set(ownerId, unknownMember(ownerId))
      const detail = `The provider does not say who an owner of ${team.name} is.`
      findings.push({ code: 'unknown_owner', detail, week: null, gameId: null })
    }
  }
  return { members: [...added.values()], findings }
}
