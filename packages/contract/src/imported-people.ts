import { z } from 'zod'
import { ImportMark, Instant } from './fields.ts'
import { operationsOf } from './operation.ts'

const { get, post } = operationsOf('accounts')
const admin = operationsOf('admin')

const PersonId = z.int('The ID must be a whole number.').min(1, 'The ID must be at least 1.')

const ImportedPerson = z.object({
  id: z.int(),
  league: z.string(),
  /** As in the archive. */
  username: z.string(),
  imported: ImportMark,
})

export const MyImportedPerson = ImportedPerson.extend({
  /** `requested`: a site admin has to confirm. `linked`: what the person wrote is now the current user's. */
  state: z.enum(['open', 'requested', 'linked']),
})

export type MyImportedPerson = z.infer<typeof MyImportedPerson>

export const listMyImportedPeople = get('/api/account/imported-people/', {
  summary: 'The people of imported leagues who have your username, or are linked to your account',
  access: 'signed_in',
  response: z.object({ people: z.array(MyImportedPerson) }),
})

export const claimImportedPerson = post('/api/account/imported-people/claim/', {
  summary: 'Says that a person of an imported league is you, or is not; a site admin confirms the former',
  access: 'signed_in',
  errors: ['imported_person_not_found'],
  body: z.object({ id: PersonId, is_me: z.boolean() }),
})

export const ListedImportedPerson = ImportedPerson.extend({
  /** As in the archive; empty if it contains no name. */
  name: z.string(),
  /** The username of the account to which the person's rows belong while the person is not linked. */
  account: z.string(),
  requested_by: z.string().nullable(),
  requested_at: Instant.nullable(),
  linked_to: z.string().nullable(),
})

export const listImportedPeople = admin.get('/api/imported-people/', {
  summary: 'The people of all imported leagues, open requests first',
  access: 'site_admin',
  response: z.object({ people: z.array(ListedImportedPerson) }),
})

export const linkImportedPerson = admin.post('/api/imported-people/link/', {
  summary: 'Links a person of an imported league to an account; null undoes that and rejects the request',
  access: 'site_admin',
  stepUp: true,
  errors: ['imported_person_not_found', 'user_not_found'],
  body: z.object({
    id: PersonId,
    username: z.string().trim().max(64, 'Username must be 64 characters or fewer.').nullable(),
  }),
})
