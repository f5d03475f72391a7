import type { Generated } from 'kysely'

export type InviteTables = {
  invite_links: InviteLinksTable
  invite_uses: InviteUsesTable
  public_links: PublicLinksTable
}

type InviteLinksTable = {
  id: Generated<number>
  league_id: number
  /** SHA-256 of the code, hex. The code itself is never stored. */
  code_hash: string
  /** null once the account is deleted. */
  created_by: number | null
  created_at: number
  expires_at: number
  /** null unless an admin has revoked the link. */
  revoked_at: number | null
  /** The people who have used it. Stays when their accounts are deleted. */
  uses: number
  /** null for any number of people. */
  max_uses: number | null
  needs_approval: number
}

/** The last use of a link by a person. */
type InviteUsesTable = {
  link_id: number
  user_id: number
  used_at: number
  /** Whether the person became a member of the league through the link, without an approval. */
  has_joined: number
  /** The provider's ID of the team that they asked for or got. */
  team_id: number | null
  /** When they joined or got the team; null if that waits for an approval. */
  claimed_at: number | null
  /** When an admin undid it. */
  undone_at: number | null
}

/** The address at which outsiders read a league. */
type PublicLinksTable = {
  league_id: number
  /** SHA-256 of the code, hex. The code itself is never stored. */
  code_hash: string
  /** Whether it names the owners of teams. */
  shows_owners: number
  created_at: number
  /** null once the account is deleted. */
  created_by: number | null
}
