import { useEffect, useRef, useState } from 'react'
import { onIdentityCheck } from '../../../api/api-client.ts'
import { lazyPart } from '../../../ui/lazy-named.ts'

const ConfirmIdentityDialog = lazyPart(() => import('./confirm-identity-dialog.tsx'), 'ConfirmIdentityDialog')

export function IdentityCheck() {
  const [isAsking, setIsAsking] = useState(false)
  const answer = useRef<(isConfirmed: boolean) => void>(null)

  useEffect(() => {
    const unsubscribe = onIdentityCheck(() => {
      setIsAsking(true)
      return new Promise((resolve) => {
        answer.current = resolve
      })
    })
    return () => {
      unsubscribe()
      // After a sign-out in another tab, nobody can answer any more.
      answer.current?.(false)
    }
  }, [])

  function finish(isConfirmed: boolean) {
    setIsAsking(false)
    answer.current?.(isConfirmed)
  }

  if (!isAsking) return null
  return <ConfirmIdentityDialog onConfirmed={() => finish(true)} onCancel={() => finish(false)} />
}
