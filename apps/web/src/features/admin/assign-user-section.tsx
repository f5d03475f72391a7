import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AssignUserForm } from './assign-user-form.tsx'
import { peopleQuery } from './use-people.ts'

type Props = {
  /** The leagues that the user manages. */
  leagues: readonly string[]
  /** The selected league; '' if none is selected. */
  league: string
  disabled: boolean
  /** Whether the user can list accounts. */
  canSeePeople: boolean
}

export function AssignUserSection({ leagues, league, disabled, canSeePeople }: Props) {
  const users = useQuery({ ...peopleQuery, enabled: canSeePeople })
  if (!canSeePeople) return <AssignUserForm people={[]} leagues={leagues} league={league} disabled />
  return (
    <Loaded
      query={users}
      errorTitle="Failed to load users"
      skeleton={<Skeleton label="Loading users" rows={2} height={44} />}
    >
      {({ options }) => (
        <AssignUserForm key={league} people={options} leagues={leagues} league={league} disabled={disabled} />
      )}
    </Loaded>
  )
}
