/** Opens the share sheet of the device. Returns when something was shared, or the person closed it. */
export async function openShareSheet(content: { title: string; url: string }): Promise<void> {
  try {
    await navigator.share(content)
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'AbortError') throw error
  }
}
