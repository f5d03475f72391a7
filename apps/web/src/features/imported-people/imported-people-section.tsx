import { useQuery } from '@tanstack/react-query'
import { describeImport } from '../../ui/display/marks.tsx'
import { EmptyState, Loaded, MutationNotice } from '../../ui/feedback/feedback.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../ui/forms/use-form.tsx'
import { ListItem, Row, Stack } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import { allPeopleQuery, type ListedPerson, useLinkPerson } from './use-imported-people.ts'

export function ImportedPeopleSection({ league }: { league: string }) {
  const people = useQuery(allPeopleQuery)
  const link = useLinkPerson()
  return (
    <Stack gap={3}>
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
                <PersonRow key={person.id} person={person} link={link} />
              ))}
            </ul>
          )
        }}
      </Loaded>
    </Stack>
  )
}

function PersonRow({ person, link }: { person: ListedPerson; link: ReturnType<typeof useLinkPerson> }) {
  const { id, username, name, league, account, imported, requested_by: requester, linked_to: linked } = person
  const label = `${username} in ${league}`
  const unlink = () => link.mutate({ id, username: null })
  return (
    <ListItem
      title={name === '' ? label : `${name} (${label})`}
      actions={
        linked === null ? (
          requester === null ? null : (
            <Row wraps>
              <Button
                variant="strong"
                disabled={link.isPending}
                aria-label={`Confirm ${label}`}
                onClick={() => link.mutate({ id, username: requester })}
              >
                Confirm
              </Button>
              <Button disabled={link.isPending} aria-label={`Reject ${label}`} onClick={unlink}>
                Reject
              </Button>
            </Row>
          )
        ) : (
          <Button disabled={link.isPending} aria-label={`Undo link: ${label}`} onClick={unlink}>
            Undo link
          </Button>
        )
      }
    >
      <p className={ui.note}>
        {describeImport(imported)}.{' '}
        {linked === null ? `Shown as the account ${account}.` : `Linked to ${linked}.`}
      </p>
      {requester === null ? null : <p>{requester} says: “That was me.”</p>}
      {linked === null && requester === null ? <LinkForm id={id} label={label} link={link} /> : null}
    </ListItem>
  )
}

type LinkFormProps = { id: number; label: string; link: ReturnType<typeof useLinkPerson> }

function LinkForm({ id, label, link }: LinkFormProps) {
  const form = useForm({
    initial: { username: '' },
    mutation: link,
    toRequest: ({ username }) => (username.trim() === '' ? null : { id, username: username.trim() }),
  })
  return (
    <ActionForm
      form={form}
      isRow
      label={`Link ${label}`}
      action="Link"
      busy="Link"
      // The section tells it once for all of its forms.
      fallback={() => null}
      isStrong={false}
    >
      <TextField
        {...form.field('username')}
        label="Link to user"
        isLabelHidden
        placeholder="Username"
        autoComplete="off"
        autoCapitalize="none"
        maxLength={64}
      />
    </ActionForm>
  )
}
