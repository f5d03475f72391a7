import { LEAGUE_ROLES, type LeagueRole } from '@fieldhouse/domain/league/roles'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Combobox } from '../../../ui/forms/combobox.tsx'
import { SelectField } from '../../../ui/forms/field.tsx'
import type { ComboboxOption } from '../../../ui/forms/option-search.ts'
import { ActionForm, useForm } from '../../../ui/forms/use-form.tsx'
import { peopleQuery, useAssignUser } from '../use-admin.ts'

type Props = {
  leagues: readonly string[]
  /** The selected league; '' if none is selected. */
  league: string
  disabled: boolean
  canSeePeople: boolean
}

export function AssignUserSection({ canSeePeople, ...props }: Props) {
  const users = useQuery({ ...peopleQuery, enabled: canSeePeople })
  if (!canSeePeople) return <AssignUserForm {...props} people={[]} disabled />
  return (
    <Loaded query={users} name="users" rows={2} height={44}>
      {({ options }) => <AssignUserForm key={props.league} {...props} people={options} />}
    </Loaded>
  )
}

type AssignUserFormProps = Omit<Props, 'canSeePeople'> & { people: readonly ComboboxOption[] }

type Assignment = { username: string; league: string; role: LeagueRole }

const ROLE_LABELS: Record<LeagueRole, string> = { admin: 'Admin', player: 'Player', viewer: 'Viewer' }

const ROLE_OPTIONS = LEAGUE_ROLES.toReversed().map((role) => ({ value: role, label: ROLE_LABELS[role] }))

function AssignUserForm({ people, leagues, league, disabled }: AssignUserFormProps) {
  const assign = useAssignUser()
  const initial: Assignment = {
    username: '',
    league: leagues.includes(league) ? league : '',
    role: 'player',
  }
  const form = useForm({
    initial,
    mutation: assign,
    check: (draft) => findMissing(draft, leagues),
    toRequest: (draft) => draft,
    clears: ['username'],
  })
  return (
    <ActionForm
      form={form}
      label="Assign User to League"
      action="Assign user"
      busy="Assigning…"
      fallback="Failed to assign"
      columns={220}
      isReady={!disabled}
      saved={assign.data?.message}
    >
      <Combobox
        {...form.field('username')}
        label="User"
        options={people}
        disabled={disabled}
        placeholder="Type a name"
      />
      <SelectField
        {...form.field('league')}
        label="Assign to league"
        options={[{ value: '', label: 'Pick a league' }, ...leagues]}
        disabled={disabled}
      />
      <SelectField
        {...form.field('role')}
        label="Role in the league"
        options={ROLE_OPTIONS}
        disabled={disabled}
      />
    </ActionForm>
  )
}

/** The first missing selection. Source: specification, 5 "Assign user". */
function findMissing({ username, league }: Assignment, leagues: readonly string[]) {
  if (leagues.length === 0) return { league: 'Select a league first.' }
  if (league === '') return { league: 'Pick a league first.' }
  return username === '' ? { username: 'Pick a user first.' } : {}
}
