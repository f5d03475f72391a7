import type { ListedImportedPerson, MyImportedPerson } from '@fieldhouse/contract/imported-people'
import { toWire } from '../../http/presenters/to-wire.ts'
import type { ListedPerson, MyImportedPerson as OwnPerson } from './store.ts'

export function presentOwnPerson(person: OwnPerson): MyImportedPerson {
  const { id, league, username, leagueImport, isLinked, isRequested } = person
  const state = isLinked ? 'linked' : isRequested ? 'requested' : 'open'
  return { id, league, username, imported: toWire(leagueImport), state }
}

export function presentListedPerson(person: ListedPerson): ListedImportedPerson {
  const { id, league, username, leagueImport, firstName, lastName, account, request, linkedTo } = person
  return {
    id,
    league,
    username,
    imported: toWire(leagueImport),
    name: `${firstName} ${lastName}`.trim(),
    account,
    requested_by: request?.username ?? null,
    requested_at: request?.at.toISOString() ?? null,
    linked_to: linkedTo,
  }
}
