import { Component, input } from '@angular/core';

interface Tree {
  name: string;
  children: Tree[];
}

@Component({ selector: 'app-tree-node', templateUrl: './tree-node.html' })
export class TreeNode {
  readonly node = input.required<Tree>();
}
