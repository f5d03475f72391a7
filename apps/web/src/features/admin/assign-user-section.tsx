import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AssignUserForm } from './assign-user-form.tsx'
import { peopleQuery } from './use-people.ts'

type Props = {
  /** The leagues that the person runs. */
  leagues: readonly string[]
  /** The one that is worked on; '' while none is chosen. */
  league: string
  disabled: boolean
  /** Whether the person may see who has an account. */
  canSeePeople: boolean
}

export function AssignUserSection({ leagues, league, disabled, canSeePeople }: Props) {
  const everyone = useQuery({ ...peopleQuery, enabled: canSeePeople })
  if (!canSeePeople) return <AssignUserForm people={[]} leagues={leagues} league={league} disabled />
  return (
    <Loaded
      query={everyone}
      errorTitle="Failed to load users"
      skeleton={<Skeleton label="Loading users" rows={2} height={44} />}
    >
      {({ options }) => (
        <AssignUserForm key={league} people={options} leagues={leagues} league={league} disabled={disabled} />
      )}
    </Loaded>
  )
}
