import {
  claimImportedPerson,
  linkImportedPerson,
  listImportedPeople,
  listMyImportedPeople,
} from '@fieldhouse/contract/imported-people'
import { currentUser } from '../../auth/access.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { Routes } from '../../http/requests/validation.ts'
import { presentListedPerson, presentOwnPerson } from './present.ts'
import type { ImportedPeopleStore } from './store.ts'

const CLAIM_MESSAGES = {
  requested: 'Requested. A site admin has to confirm it.',
  linked: 'Linked to your account.',
  withdrawn: 'No longer linked to your account.',
} as const

export type ImportedPeopleOptions = { store: ImportedPeopleStore; now: () => Date }

export const importedPeopleRoutes: Routes<ImportedPeopleOptions> = (app, { store, now }) => {
  app.route({
    ...listMyImportedPeople,
    async handler(request) {
      return { people: (await store.listOwn(currentUser(request))).map(presentOwnPerson) }
    },
  })

  app.route({
    ...claimImportedPerson,
    async handler(request) {
      const { id, is_me: isMe } = request.body
      const result = await store.claim(currentUser(request), id, isMe, now())
      if (result === null) throw new ApiError('imported_person_not_found')
      return { message: CLAIM_MESSAGES[result] }
    },
  })

  app.route({
    ...listImportedPeople,
    async handler() {
      return { people: (await store.listAll()).map(presentListedPerson) }
    },
  })

  app.route({
    ...linkImportedPerson,
    async handler(request) {
      const { id, username } = request.body
      const rejection = await store.link(id, username, currentUser(request), now())
      if (rejection !== null) throw new ApiError(rejection)
      return { message: username === null ? 'No longer linked.' : `Linked to ${username}.` }
    },
  })
}
