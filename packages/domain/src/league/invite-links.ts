import { normalizeName } from '../names.ts'

export type InviteState = 'active' | 'expired' | 'revoked' | 'used_up'

type InviteLimits = {
  expiresAt: Date
  revokedAt: Date | null
  uses: number
  /** null for any number of people. */
  maxUses: number | null
}

/** Whether an invite link works, and if not, why. What an admin did comes first. */
export function inviteState({ expiresAt, revokedAt, uses, maxUses }: InviteLimits, now: Date): InviteState {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt <= now) return 'expired'
  return maxUses !== null && uses >= maxUses ? 'used_up' : 'active'
}

type Person = { username: string; name: string }

/**
 * The team that a person most likely owns: the only one with an owner of their name, or else the only one with an owner
 * whose name makes their username. null without one.
 */
export function likelyTeam<Team extends { owners: readonly string[] }>(
  { username, name }: Person,
  teams: readonly Team[],
): Team | null {
  const [fullName, handle] = [lettersOf(name), lettersOf(username)]
  const byName = teams.filter(({ owners }) => owners.some((owner) => lettersOf(owner) === fullName))
  const byUsername = teams.filter(({ owners }) => owners.some((owner) => handlesOf(owner).includes(handle)))
  const candidates = fullName !== '' && byName.length > 0 ? byName : handle === '' ? [] : byUsername
  return candidates.length === 1 ? (candidates[0] ?? null) : null
}

/** The usernames that people make of a name: adamarlow, amarlow, adam, ada. */
function handlesOf(owner: string): string[] {
  const words = owner.split(/\s+/).map(lettersOf)
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  return [`${first}${last}`, `${first.slice(0, 1)}${last}`, `${first}${last.slice(0, 1)}`, first]
}

function lettersOf(text: string): string {
  return normalizeName(text)
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
}
