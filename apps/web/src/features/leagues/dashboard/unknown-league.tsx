import { Button } from '../../../ui/forms/button.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'

/** For the address of a league that was renamed or deleted, or never existed. */
export function UnknownLeague({ league, onBack }: { league: string; onBack: () => void }) {
  return (
    <Stack>
      <h1>There's no league called “{league}”</h1>
      <p>It may have been renamed or deleted. Ask the person who sent you the link.</p>
      <div>
        <Button variant="strong" onClick={onBack}>
          Back to the dashboard
        </Button>
      </div>
    </Stack>
  )
}
