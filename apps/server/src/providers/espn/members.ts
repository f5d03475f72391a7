import type { Finding, Member } from '@fieldhouse/domain/seasons/season'
import type { MemberEntry } from './bodies.ts'
import { normalizeWhitespace } from './normalize-whitespace.ts'

const UNKNOWN_OWNER_NAME = 'Unknown owner'

/** Returns the members of a season, each account once. */
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

/** Returns a placeholder for an owner who is missing from the members, so that the team keeps its owner. */
export function unknownMember(memberId: string): Member {
  return { memberId, name: UNKNOWN_OWNER_NAME, isManager: false, isCreator: false }
}

/** Reports missing commissioner flags, which only some views contain. A flag may be false for every member. */
export function missingCommissionerFindings(entries: readonly MemberEntry[]): Finding[] {
  const hasFlags = entries.some((entry) => entry.isLeagueManager != null || entry.isLeagueCreator != null)
  if (hasFlags) return []
  const detail = "ESPN didn't say who the commissioner is."
  return [{ code: 'commissioner_unknown', detail, week: null, gameId: null }]
}
