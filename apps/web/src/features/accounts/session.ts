import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../../api/call.ts'
import { tellWorker } from '../../api/tell-worker.ts'
import { forgetPersonal } from '../../storage/personal.ts'

export type User = Extract<Answer<'GET /api/whoami/'>, { username: string }>

export const whoAmI = queryOptions({
  queryKey: ['whoami'],
  queryFn: async ({ signal }) => {
    const answer = await call('GET /api/whoami/', { signal })
    // The session may have ended while no page was open to be told.
    if (answer.username === null) forgetPersonal(localStorage)
    return answer
  },
  select: userIn,
  staleTime: 5 * 60_000,
})

/** The person who is signed in; null for nobody. */
function userIn(answer: Answer<'GET /api/whoami/'>): User | null {
  return answer.username === null ? null : answer
}

/** Makes the page that of another person, or of nobody: all that was read before is dropped. */
export function changeUser(client: QueryClient, user: User | null): void {
  forgetAllElse(client)
  forgetPersonal(localStorage)
  // An answer that is still on its way tells of the person before.
  void client.cancelQueries({ queryKey: whoAmI.queryKey })
  client.setQueryData(whoAmI.queryKey, user ?? { username: null })
  tellWorker(user === null ? 'signed out' : 'signed in')
}

/** Whether the page is that of a person, as far as it knows by now. */
export function isSomebodyIn(client: QueryClient): boolean {
  return typeof client.getQueryData(whoAmI.queryKey)?.username === 'string'
}

/** Drops all that was read, and asks anew who is signed in. */
export function askAgain(client: QueryClient): void {
  forgetAllElse(client)
  void client.resetQueries({ queryKey: whoAmI.queryKey })
}

function forgetAllElse(client: QueryClient): void {
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== whoAmI.queryKey[0] })
}
