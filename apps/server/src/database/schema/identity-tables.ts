import type { Generated } from 'kysely'

export type IdentityTables = { identities: IdentitiesTable }

/** An account of an OpenID Connect provider that signs a user in. Issuer and subject are unique together. */
type IdentitiesTable = {
  id: Generated<number>
  user_id: number
  issuer: string
  subject: string
  /** The verified address at the provider when it was linked, for display only. */
  email: string | null
  linked_at: number
  used_at: number
}
