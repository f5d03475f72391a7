import { useQuery } from '@tanstack/react-query'
import { describeImport } from '../../ui/display/marks.tsx'
import { MutationNotice } from '../../ui/feedback/feedback.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Card, ListItem, Row } from '../../ui/layout/layout.tsx'
import { ConfirmButton } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import { ownPeopleQuery, useClaimPerson } from './use-imported-people.ts'

export function OwnPeopleSection() {
  const { data } = useQuery(ownPeopleQuery)
  const claim = useClaimPerson()
  const people = data?.people ?? []
  if (people.length === 0) return null
  return (
    <Card id="own-imported-people" title="Imported leagues" gap={3}>
      <p className={ui.note}>
        These leagues were moved here from another server. If somebody in them is you, their posts, votes and
        picks can become yours.
      </p>
      <ul>
        {people.map((person) => {
          const { id, username, league, imported, state } = person
          const name = `${username} in ${league}`
          const answer = (isMe: boolean) => claim.mutate({ id, is_me: isMe })
          return (
            <ListItem
              key={id}
              title={name}
              actions={
                state === 'open' ? (
                  <Button
                    disabled={claim.isPending}
                    aria-label={`That was me: ${name}`}
                    onClick={() => answer(true)}
                  >
                    That was me
                  </Button>
                ) : state === 'requested' ? (
                  <Row wraps>
                    <span className={ui.muted}>Waiting for a site admin</span>
                    <Button
                      disabled={claim.isPending}
                      aria-label={`Cancel: ${name}`}
                      onClick={() => answer(false)}
                    >
                      Cancel
                    </Button>
                  </Row>
                ) : (
                  <ConfirmButton
                    label={`That was not me: ${name}`}
                    question={`Were you not ${name}?`}
                    consequence="The imported posts, votes and picks are no longer yours."
                    confirmLabel="That was not me"
                    disabled={claim.isPending}
                    onConfirm={() => answer(false)}
                  />
                )
              }
            >
              <p className={ui.note}>{describeImport(imported)}</p>
            </ListItem>
          )
        })}
      </ul>
      <MutationNotice mutation={claim} fallback="Something went wrong." />
    </Card>
  )
}
