import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Loaded, MutationNotice } from '../../../ui/feedback/feedback.tsx'
import { Card, ListItem } from '../../../ui/layout/layout.tsx'
import { ConfirmButton } from '../../../ui/overlays/dialog.tsx'
import ui from '../../../ui/ui.module.css'
import { type MyLeague, myLeaguesQuery, ROLE_NAMES, useLeaveLeague } from '../use-leagues.ts'

export function OwnLeaguesSection({ username }: { username: string }) {
  const leagues = useQuery(myLeaguesQuery(username))
  const leave = useLeaveLeague()
  const heading = useRef<HTMLHeadingElement>(null)
  if (leagues.data?.length === 0 && leave.isIdle) return null
  return (
    <Card id="own-leagues" title="Your leagues" heading={heading} gap={3}>
      <MutationNotice mutation={leave} fallback="Failed" />
      <Loaded query={leagues} name="your leagues" rows={2} height={56}>
        {(list) => (
          <ul>
            {list.map((league) => (
              <ListItem
                key={league.name}
                title={league.name}
                actions={
                  <ConfirmButton
                    label={`Leave ${league.name}`}
                    consequence="You'll lose access and your team will be unassigned. What you posted stays. To come back, you need an invite or an admin's approval."
                    confirmLabel="Leave"
                    disabled={leave.isPending}
                    onConfirm={() => leave.mutate(league.name, { onSuccess: () => heading.current?.focus() })}
                  />
                }
              >
                <p className={ui.note}>{leagueDetails(league)}</p>
              </ListItem>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

function leagueDetails({ role, team }: MyLeague): string {
  return [ROLE_NAMES[role], team?.name].filter(Boolean).join(' · ')
}
