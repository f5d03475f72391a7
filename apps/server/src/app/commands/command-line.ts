import { basename } from 'node:path'

export function commandLine(command: 'admin' | 'backup' | 'restore'): string {
  // The npm package has one program for the server and its commands.
  const isPackage = basename(process.argv[1] ?? '', '.js') === 'fieldhouse'
  return isPackage ? `npx fieldhouse ${command}` : `npm run ${command} --`
}
