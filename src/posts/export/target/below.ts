/** A path below a directory of the blog, without `./`. */
export function below(directory: string, name: string): string {
  return directory === '.' || directory === '' ? name : `${directory}/${name}`;
}
