import { getErrorMessage } from '../../../api/api-error.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import ui from '../../../ui/ui.module.css'
import { supportsPasskeys } from '../passkey-client.ts'
import { useSignInWithPasskey } from './use-auth.ts'

type Props = { onSignedIn: () => void }

/** Signs in without a username and password. Not shown in browsers without passkeys. */
export function PasskeyButton({ onSignedIn }: Props) {
  const signIn = useSignInWithPasskey(onSignedIn)
  if (!supportsPasskeys()) return null
  return (
    <div className={ui.stack8}>
      <Button disabled={signIn.isPending} onClick={() => signIn.mutate()}>
        {signIn.isPending ? 'Waiting for your passkey…' : 'Use a passkey'}
      </Button>
      {signIn.isError ? <Notice tone="bad">{getErrorMessage(signIn.error, 'Sign-in failed')}</Notice> : null}
    </div>
  )
}
