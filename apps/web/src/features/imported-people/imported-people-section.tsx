import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { describeImport } from '../../ui/display/imported-mark.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { MutationNotice } from '../../ui/feedback/notice.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import ui from '../../ui/ui.module.css'
import styles from './imported-people.module.css'
import { allPeopleQuery, type ListedPerson, useLinkPerson } from './use-imported-people.ts'

/** The people of imported leagues, for site admins, who link them to accounts. */
export function ImportedPeopleSection({ league }: { league: string }) {
  const people = useQuery(allPeopleQuery)
  const link = useLinkPerson()
  return (
    <div className={ui.stack12}>
      <MutationNotice mutation={link} fallback="Something went wrong." />
      <Loaded query={people} name="imported people" rows={3} height={64}>
        {({ people: all }) => {
          // Requests of other leagues wait for the same admins.
          const shown = all.filter((person) => person.league === league || person.requested_by !== null)
          return shown.length === 0 ? (
            <EmptyState hint="The people of a league that was imported show up here.">
              No imported people in {league}.
            </EmptyState>
          ) : (
            <ul>
              {shown.map((person) => (
                <PersonRow
                  key={person.id}
                  person={person}
                  disabled={link.isPending}
                  onLink={(username) => link.mutate({ id: person.id, username })}
                />
              ))}
            </ul>
          )
        }}
      </Loaded>
    </div>
  )
}

type RowProps = {
  person: ListedPerson
  disabled: boolean
  /** null to undo a link or to reject a request. */
  onLink: (username: string | null) => void
}

function PersonRow({ person, disabled, onLink }: RowProps) {
  const { username, name, league, account, imported, requested_by: requester, linked_to: linked } = person
  const label = `${username} in ${league}`
  return (
    <li className={`${ui.spread} ${ui.listItem} ${styles.person}`}>
      <div className={ui.breakable}>
        <p className={ui.strong}>{name === '' ? label : `${name} (${label})`}</p>
        <p className={ui.note}>
          {describeImport(imported)}.{' '}
          {linked === null ? `Shown as the account ${account}.` : `Linked to ${linked}.`}
        </p>
        {requester === null ? null : <p>{requester} says: “That was me.”</p>}
      </div>
      {requester === null ? null : (
        <div className={ui.row}>
          <Button
            variant="strong"
            disabled={disabled}
            aria-label={`Confirm ${label}`}
            onClick={() => onLink(requester)}
          >
            Confirm
          </Button>
          <Button disabled={disabled} aria-label={`Reject ${label}`} onClick={() => onLink(null)}>
            Reject
          </Button>
        </div>
      )}
      {linked === null ? null : (
        <Button disabled={disabled} aria-label={`Undo link: ${label}`} onClick={() => onLink(null)}>
          Undo link
        </Button>
      )}
      {linked === null && requester === null ? (
        <LinkForm label={label} disabled={disabled} onLink={onLink} />
      ) : null}
    </li>
  )
}

type LinkFormProps = { label: string; disabled: boolean; onLink: (username: string) => void }

function LinkForm({ label, disabled, onLink }: LinkFormProps) {
  const [username, setUsername] = useState('')
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (username.trim() !== '') onLink(username.trim())
  }
  return (
    <form className={styles.form} aria-label={`Link ${label}`} onSubmit={submit}>
      <TextField
        label="Link to user"
        value={username}
        onChange={setUsername}
        placeholder="Username"
        autoComplete="off"
        autoCapitalize="none"
        maxLength={64}
      />
      <Button type="submit" disabled={disabled}>
        Link
      </Button>
    </form>
  )
}
