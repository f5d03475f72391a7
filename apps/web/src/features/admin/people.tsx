import { LEAGUE_ROLES, type LeagueRole } from '@fieldhouse/domain/league/roles'
import { displayNameOf } from '@fieldhouse/domain/names'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { ApiResponse } from '../../api/api-client.ts'
import { leagueQueryKey, operationQuery, useSendBody } from '../../api/operations.ts'
import { useCopy } from '../../router/sharing.tsx'
import { Avatar } from '../../ui/display/avatar.tsx'
import { EmptyState, ErrorNotice, Loaded, MutationNotice, Notice } from '../../ui/feedback/feedback.tsx'
import { formatDateTime } from '../../ui/format/date-time.ts'
import { formatCount } from '../../ui/format/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Combobox, type ComboboxOption, searchOptions, toOption } from '../../ui/forms/combobox.tsx'
import { Checkbox, SelectField, TextField } from '../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../ui/forms/use-form.tsx'
import { Fill, Row, Stack } from '../../ui/layout/layout.tsx'
import { ConfirmButton } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import styles from './admin.module.css'

export function AccountsSection({ canSetStaff }: { canSetStaff: boolean }) {
  const users = useQuery(peopleQuery)
  return (
    <Loaded query={users} name="users" rows={4} height={52}>
      {({ people, options }) => (
        <>
          <AccountList people={people} canSetStaff={canSetStaff} />
          <div className={ui.subsection}>
            <h3>Reset a password</h3>
            <ResetPasswordForm people={options} />
          </div>
        </>
      )}
    </Loaded>
  )
}

/** As many rows as fit in a card; the search field finds the rest. */
const MAX_ROWS = 12

function AccountList({ people, canSetStaff }: { people: readonly Person[]; canSetStaff: boolean }) {
  const [search, setSearch] = useState('')
  const setStaff = useSetStaff()
  const setDisabled = useSetDisabled()
  const removeFactors = useRemoveSecondFactors()
  const { shown, total } = searchOptions(
    people.map(({ option }) => option),
    search,
    MAX_ROWS,
  )
  const byUsername = new Map(people.map((person) => [person.username, person]))

  return (
    <Stack gap={3}>
      <TextField
        label="Find a user"
        type="search"
        value={search}
        onChange={setSearch}
        autoComplete="off"
        autoCapitalize="none"
        hint={accountCountLabel(shown.length, total)}
      />
      {canSetStaff ? null : <p className={ui.note}>Only site admins can change who is site staff.</p>}
      <ErrorNotice error={setStaff.error} fallback="Failed" />
      <MutationNotice mutation={setDisabled} fallback="Failed" />
      <MutationNotice mutation={removeFactors} fallback="Failed" />
      {total === 0 ? (
        <EmptyState hint="Try a shorter name.">No users found.</EmptyState>
      ) : (
        <Stack as="ul" gap={0} isDivided>
          {shown
            .flatMap(({ value }) => byUsername.get(value) ?? [])
            .map((person) => (
              <li key={person.username}>
                <Account {...{ person, canSetStaff, setStaff, setDisabled, removeFactors }} />
              </li>
            ))}
        </Stack>
      )}
    </Stack>
  )
}

function accountCountLabel(shown: number, total: number): string {
  const count = formatCount(total, 'account')
  return total > shown ? `Showing ${shown} of ${count}` : count
}

type AccountProps = {
  person: Person
  canSetStaff: boolean
  setStaff: ReturnType<typeof useSetStaff>
  setDisabled: ReturnType<typeof useSetDisabled>
  removeFactors: ReturnType<typeof useRemoveSecondFactors>
}

function Account({ person, canSetStaff, setStaff, setDisabled, removeFactors }: AccountProps) {
  const { username, name, fullLabel, is_admin: isAdmin, is_staff: isStaff, is_disabled: isDisabled } = person
  const verb = isDisabled ? 'Enable' : 'Disable'
  return (
    <details className={`${ui.folds} ${styles.account}`}>
      <summary>
        <Avatar name={name} src={null} size="s" />
        <Fill className={ui.breakable}>
          <span className={ui.strong}>{name}</span>{' '}
          {name === username ? null : <span className={ui.note}>{username}</span>}
        </Fill>
        {isAdmin || isStaff ? <span className={ui.chip}>{isAdmin ? 'Site admin' : 'Site staff'}</span> : null}
        {isDisabled ? <span className={ui.chip}>Disabled</span> : null}
        <ChevronDown size={18} aria-hidden="true" />
      </summary>
      <Row wraps>
        <Checkbox
          label="Site staff"
          ariaLabel={`Site staff: ${username}`}
          checked={isStaff}
          disabled={!canSetStaff || setStaff.isPending}
          onChange={(isOn) => setStaff.mutate({ username, is_staff: isOn })}
        />
        <ResetLink username={username} name={name} />
        {canSetStaff ? (
          <>
            <ConfirmButton
              label={`${verb} ${username}`}
              question={`${verb} ${fullLabel}?`}
              consequence={
                isDisabled
                  ? 'They can sign in again.'
                  : 'They are signed out everywhere and cannot sign in until you enable it again. What they have posted stays.'
              }
              confirmLabel={verb}
              onConfirm={() => setDisabled.mutate({ username, is_disabled: !isDisabled })}
            />
            <ConfirmButton
              label={`Remove second factors of ${username}`}
              question={`Remove the second factors of ${fullLabel}?`}
              consequence="For people who have lost their passkeys and their authenticator app. They are signed out everywhere, sign in with their password alone, and are notified."
              confirmLabel="Remove"
              onConfirm={() => removeFactors.mutate({ username })}
            >
              Remove second factors
            </ConfirmButton>
          </>
        ) : null}
      </Row>
    </details>
  )
}

/** In characters. Source: specification, 9. */
const MIN_PASSWORD_LENGTH = 8

const EMPTY_VALUES = { username: '', password: '', keepsTokens: false }

/** Sets a user's password, which ends their sessions, and their API tokens and secret addresses unless they are kept. */
function ResetPasswordForm({ people }: { people: readonly ComboboxOption[] }) {
  const reset = useSendBody('POST /api/users/reset-password/', {})
  const form = useForm({
    initial: EMPTY_VALUES,
    mutation: reset,
    check: findProblems,
    toRequest: ({ username, password, keepsTokens }) => ({
      username,
      new_password: password,
      keep_tokens: keepsTokens,
    }),
  })
  return (
    <ActionForm
      form={form}
      label="Reset a password"
      action="Reset password"
      fallback="Failed"
      columns={220}
      saved={reset.data?.message}
    >
      <Combobox {...form.field('username')} label="Account" options={people} placeholder="Type a name" />
      <TextField
        {...form.field('password', 'new_password')}
        label="New password"
        type="password"
        autoComplete="new-password"
        hint="Signs them out everywhere. Share it privately."
      />
      <Checkbox
        label="Keep their API tokens and calendar and feed addresses"
        {...form.checkbox('keepsTokens')}
      />
    </ActionForm>
  )
}

function findProblems({ username, password }: typeof EMPTY_VALUES) {
  const missing = 'Pick a user and enter a new password.'
  if (username === '') return { username: missing }
  if (password === '') return { password: missing }
  return password.length < MIN_PASSWORD_LENGTH
    ? { password: `Password must be at least ${MIN_PASSWORD_LENGTH} characters.` }
    : {}
}

type ResetLinkProps = { username: string; name: string }

/** Creates a link with which a user sets a new password, for sites without email, and shows it once. */
function ResetLink({ username, name }: ResetLinkProps) {
  const create = useSendBody('POST /api/users/reset-link/', {})
  return (
    <>
      <Button
        aria-label={`Reset link for ${username}`}
        disabled={create.isPending}
        onClick={() => create.mutate({ username })}
      >
        {create.isPending ? 'Creating…' : 'Reset link'}
      </Button>
      <ErrorNotice error={create.error} fallback="Failed" />
      {create.data === undefined ? null : (
        <CreatedLink
          username={username}
          name={name}
          link={create.data.link}
          expiresAt={create.data.expires_at}
          onDone={() => create.reset()}
        />
      )}
    </>
  )
}

type CreatedLinkProps = ResetLinkProps & { link: string; expiresAt: string; onDone: () => void }

function CreatedLink({ username, name, link, expiresAt, onDone }: CreatedLinkProps) {
  const { copied, copy } = useCopy(link)

  return (
    <Stack as="section" gap={2} className={styles.line} aria-label={`Reset link for ${username}`}>
      <p className={ui.strong}>Give this link to {name} in private. It isn't shown again.</p>
      <p className={ui.breakable}>{link}</p>
      <p className={ui.note}>Works once, until {formatDateTime(new Date(expiresAt))}.</p>
      {copied === true ? <Notice tone="good">Copied.</Notice> : null}
      {copied === false ? <Notice tone="bad">Could not copy. Select the link instead.</Notice> : null}
      <Row wraps>
        <Button variant="strong" onClick={copy}>
          Copy link
        </Button>
        <Button onClick={onDone}>Done</Button>
      </Row>
    </Stack>
  )
}

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
  const assign = useSendBody('POST /api/assign-user/', {
    onSuccess: (_, assigned) => [leagueQueryKey(assigned.league), ['user-leagues']],
  })
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

type UserRow = ApiResponse<'GET /api/users/'>['users'][number]
type Person = UserRow & {
  name: string
  fullLabel: string
  option: ReturnType<typeof toOption>
}

export const peopleQuery = operationQuery('GET /api/users/', ['users'], {
  select: ({ users }) => {
    const people = users.map(toPerson)
    const names = new Map(people.map(({ username, name }) => [username, name]))
    const nameOf = (username: string) => names.get(username) ?? username
    return { people, options: people.map(({ option }) => option), nameOf }
  },
})

function toPerson(user: UserRow): Person {
  const { username, first_name: firstName, last_name: lastName } = user
  const name = displayNameOf({ firstName, lastName, username })
  const isNamed = name !== username
  return {
    ...user,
    name,
    fullLabel: isNamed ? `${name} (${username})` : username,
    option: toOption(username, isNamed ? username : '', name),
  }
}

const useSetStaff = () => useSendBody('POST /api/users/set-staff/', { onSuccess: [peopleQuery.queryKey] })

const useRemoveSecondFactors = () => useSendBody('POST /api/users/remove-second-factors/', {})

const useSetDisabled = () =>
  useSendBody('POST /api/users/set-disabled/', { onSuccess: [peopleQuery.queryKey] })

/** Assigns a team to a user; an empty username unassigns it. */
export const useAssignTeam = (league: string) =>
  // Also after a failure: somebody else may have assigned the team.
  useSendBody('POST /api/league/:league/assign-team/', {
    params: { league },
    onSettled: [leagueQueryKey(league), ['user-leagues']],
  })
