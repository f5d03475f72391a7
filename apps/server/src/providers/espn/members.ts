import type { Finding, Member } from '@fieldhouse/domain/season'
import type { MemberEntry } from './bodies.ts'
import { normalizeWhitespace } from './normalize-whitespace.ts'

const UNKNOWN_OWNER_NAME = 'Unknown owner'

/** The people of a season, each account once. */
export function membersOf(entries: readonly MemberEntry[]): Member[] {
  const members = new Map<string, Member>()
  for (const entry of entries) {
    if (!members.has(entry.id)) members.set(entry.id, memberOf(entry))
  }
  return [...members.values()]
}

function memberOf(entry: MemberEntry): Member {
  return {
    memberId: entry.id,
    name:
      normalizeWhitespace(`${entry.firstName ?? ''} ${entry.lastName ?? ''}`) ||
      normalizeWhitespace(entry.displayName) ||
      UNKNOWN_OWNER_NAME,
    isManager: entry.isLeagueManager ?? false,
    isCreator: entry.isLeagueCreator ?? false,
  }
}

/** Stands in for an owner whom no body describes, so that the team still has its owner. */
export function unknownMember(memberId: string): Member {
  return { memberId, name: UNKNOWN_OWNER_NAME, isManager: false, isCreator: false }
}

/** Only some views say who runs the league. Nobody flagged is an answer; no flag at all is none. */
export function missingCommissionerFindings(entries: readonly MemberEntry[]): Finding[] {
  const isTold = entries.some((entry) => entry.isLeagueManager != null || entry.isLeagueCreator != null)
  if (isTold) return []
  const detail = 'The provider did not say who runs the league.'
  return [{ code: 'commissioner_unknown', detail, week: null, gameId: null }]
}
